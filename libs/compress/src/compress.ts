import { type Compressed, isStructured, resultText, type StructuredResult, type Target } from '@rest-stop/contracts/defrag.ts';
import { limits } from '@rest-stop/contracts/limits.ts';
import { codePoints } from '@rest-stop/contracts/text.ts';
import { compress as compose } from './compose/compose.ts';
import { budgetFor } from './choose/budget.ts';
import { Choice } from './choose/choice.ts';
import { type Chosen, choose, type Entry, excerpt } from './choose/choose.ts';
import { isReversible } from './compose/reversible.ts';
import { hasDue } from './classify/deadlines.ts';
import { countWords, joined, joinedOnOneLine } from './layout.ts';
import { chance, type Reading } from './read.ts';
import { isHandoffField } from './read/session.ts';
import type { Unit } from './reading.ts';
import { plans } from './targets.ts';
import { probability, weigh } from './weigh/weigh.ts';

/** Characters around an entry. */
const FRAME = 4;

export type Options = {
  /** The space for the result, in characters; by default it depends on the length of the text. */
  maxChars?: number | undefined;
};

/** Compresses a reading into one of the eight shapes. It shows statements of the text verbatim and adds no word of its own. */
export function compress(reading: Reading, target: Target, { maxChars }: Options = {}): Compressed {
  if (!reading.isSession) {
    const result = compose(reading, target);
    return maxChars === undefined || lengthOf(result) <= maxChars
      ? result
      : chosenFrom({ ...reading, weighed: weigh(reading) }, target, maxChars);
  }
  return chosenFrom(reading, target, maxChars);
}

function chosenFrom(reading: Reading, target: Target, maxChars: number | undefined): Compressed {
  const nothing: Chosen = { goal: [], request: [], entries: [], choice: new Choice(reading, 0) };
  const empty = lengthOf(laid[target](reading, nothing));
  const space = maxChars === undefined ? roomFor(reading) : maxChars - (isStructured(target) ? empty : 0);
  const most = Math.min(space, reading.characters);
  const chosen = choose(reading, plans[target], { most, isLimit: maxChars !== undefined });
  const result = laid[target](reading, chosen);
  if (lengthOf(result) > empty) return result;
  return laid[target](reading, { ...nothing, request: [excerpt(reading, chosen, most, target === 'tldr' ? limits.tldrWords : undefined)] });
}

/** What a result takes where the caller names no limit: all of an earlier handoff, which was chosen already, and a share of the rest. */
function roomFor({ units, characters }: Reading): number {
  const chosen = units.reduce((sum, { text, speaker }) => sum + (isHandoffField(speaker) ? text.length + FRAME : 0), 0);
  return budgetFor(Math.max(0, characters - chosen)) + chosen;
}

function lengthOf(result: Compressed): number {
  return codePoints(resultText(result));
}

const laid: Record<Target, (reading: Reading, chosen: Chosen) => Compressed> = {
  summary: (reading, { goal, entries, request }) => [joined(goal), joined(unitsOf(entries)), joined(request)].filter(Boolean).join('\n'),
  bullets: (reading, { goal, entries, request }) =>
    [goal, ...entries.map(({ units }) => units), request]
      .filter((units) => units.length > 0)
      .map((units) => `- ${joinedOnOneLine(units)}`)
      .join('\n'),
  tldr,
  handoff: (reading, { goal, entries, request }) => ({
    context_for_successor: joined([...goal, ...unitsOf(at(entries, 'context_for_successor')), ...request]),
    do_not_repeat: texts(at(entries, 'do_not_repeat')),
    known_state: texts(at(entries, 'known_state')),
  }),
  state: (reading, { goal, entries, request }) => {
    const open = at(entries, 'open_questions');
    const asks = ({ units }: Entry): boolean => units.some(({ text, status }) => status === 'question' || /[?？]["”»)\]*_]*$/u.test(text));
    return {
      entities: texts(at(entries, 'entities')),
      pending_decisions: texts(open.filter((one) => !asks(one))),
      open_questions: texts(open.filter(asks)),
      current_focus: joined([...goal, ...request]),
    };
  },
  next_actions: (reading, { entries, choice }) => ({
    actions: entries.map(({ units }) => ({
      priority: priorityOf(reading, units),
      do: joined(units),
      why: reasonOf(reading, units, choice),
    })),
  }),
  constraints: (reading, { entries }) => {
    const isSoft = ({ units }: Entry): boolean =>
      units.every((unit) => chance(reading, unit, 'preference') >= 0.3 && chance(reading, unit, 'ban') < 0.5);
    const rules = at(entries, 'hard');
    return {
      hard: texts(rules.filter((one) => !isSoft(one))),
      soft: texts(rules.filter(isSoft)),
      deadlines: texts(at(entries, 'deadlines')),
    };
  },
  decision_log: (reading, { entries, choice }) => ({
    decisions: entries.map(({ units }) => ({
      what: joined(units),
      why: reasonOf(reading, units, choice),
      reversible: units.some(isReversible),
    })),
  }),
};

const at = (entries: readonly Entry[], slot: string): Entry[] => entries.filter((entry) => entry.slot === slot);
const texts = (entries: readonly Entry[]): string[] => entries.map(({ units }) => joined(units));
const unitsOf = (entries: readonly Entry[]): Unit[] => entries.flatMap(({ units }) => units);

type Action = StructuredResult<'next_actions'>['actions'][number];

function priorityOf(reading: Reading, units: readonly Unit[]): Action['priority'] {
  if (units.some((unit) => hasDue(unit) || unit.turn === reading.lastUserTurn)) return 'high';
  return units.some((unit) => probability(reading.weighed, unit, 'open') >= 0.2) ? 'medium' : 'low';
}

/** The reason that the text states right beside a statement, if it does. */
function reasonOf(reading: Reading, units: readonly Unit[], choice: Chosen['choice']): string {
  const [first, last] = [units[0]!, units.at(-1)!];
  const near = [reading.units[last.order + 1], reading.units[first.order - 1]].filter(
    (one) => one !== undefined && one.turn === first.turn,
  );
  const reason = near.find(
    (one) => !choice.has(one!) && Math.max(probability(reading.weighed, one!, 'reason'), chance(reading, one!, 'reason')) >= 0.35,
  );
  return reason && choice.take(reason, 0) ? reason.text : '';
}

function tldr(reading: Reading, { goal, entries, request }: Chosen): string {
  let left: number = limits.tldrWords;
  const shown = new Set<Unit>();
  for (const unit of [
    ...request.slice(0, 1),
    ...goal.slice(0, 1),
    ...request.slice(1),
    ...unitsOf(entries).toSorted((a, b) => probability(reading.weighed, b, 'needed') - probability(reading.weighed, a, 'needed')),
  ]) {
    const words = countWords(unit.text);
    if (words > left || shown.has(unit)) continue;
    shown.add(unit);
    left -= words;
  }
  return joinedOnOneLine([...goal, ...unitsOf(entries), ...request].filter((unit) => shown.delete(unit)));
}
