import { stemsOf } from './stems.ts';
import { isTextual, type Unit } from './unit.ts';

/** What opens an answer that turns something down. */
const REFUSAL =
  /^["'“(*_\s]*(?:\p{L}[\p{L}. ]{1,20}:\s+)?(?:(?:hm+|ok(?:ay)?|oh|well|sorry|ah|wait)[,.!…\s]+)?(?:no(?!\s+(?:problem|worries|hurry|rush|idea|need|matter|doubt))|nope|nah|negative|not\s+(?:that|like\s+that|this|yet|now|today)|don['’]?t|do\s+not|stop|never|forget|scratch|wrong|rather\s+not|nein|bitte\s+nicht|auf\s+keinen|non|surtout\s+pas|nie|não)(?![\p{L}])/iu;
/** What a proposal or a first guess says of itself. */
const PROPOSAL =
  /\b(?:(?:my|a)\s+(?:first\s+)?(?:thought|idea|proposal|suggestion|guess|plan|estimate)|i\s+(?:propose|suggest|recommend|could|can|would|plan|intend|want|will)|i['’](?:d|ll)|we\s+(?:could|can|might)|let\s+me|shall\s+i|should\s+(?:i|we)|options?|candidates?|proposal|plan|alternative(?:ly)?|instead|could|might|vorschlag|ich\s+(?:würde|könnte|schlage)|je\s+(?:propose|pourrais)|propongo|podría)\b/i;
/** Words of its own that a refusal must share with another sentence of the turn it answers for that to be meant as well. */
const SHARED = 2;

/** What an agent proposed and the user turned down at once: it holds no more, and nothing is to be built upon it. */
export function refusedIn(units: readonly Unit[]): Set<Unit> {
  const refused = new Set<Unit>();
  const turns = [...Map.groupBy(units, (unit) => unit.turn).values()].filter((turn) => turn[0]!.role !== 'tool');
  for (const [i, turn] of turns.entries()) {
    const before = turns[i - 1];
    if (turn[0]!.role !== 'user' || before?.[0]!.role !== 'assistant' || !REFUSAL.test(turn[0]!.text)) continue;
    const said = stemsOf(
      turn
        .slice(0, 4)
        .map(({ text }) => text)
        .join(' '),
    );
    for (const unit of before) {
      if (!isTextual(unit) || !PROPOSAL.test(unit.text)) continue;
      const shared = [...stemsOf(unit.text)].filter((stem) => said.has(stem)).length;
      if (shared >= SHARED || before.length <= 3) refused.add(unit);
    }
  }
  return refused;
}
