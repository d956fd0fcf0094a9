import { countsOf } from '../counts.ts';
import type { Analysis } from '../analysis.ts';
import { partOf, type Purse } from '../budget.ts';
import { addressed, imperative, isProhibition } from '../cues.ts';
import { joinParagraph } from '../join.ts';
import { type Selection, takeFacts } from '../pick.ts';
import { stemsOf } from '../stems.ts';
import type { Unit } from '../unit.ts';
import { readableUnits, saidIn } from './readable.ts';

/** Relatedness from which a sentence stands beside an entry, and most sentences that may. */
const LEAST_RELATED = 1.6;
const MOST_EACH = 4;
const LENGTH = { least: 25, most: 320 };
/** Sentences compared, the ones of most worth. */
const MOST_COMPARED = 400;
const NEAR = 2;
/** A suspicion, which may have been cleared up since. */
const GUESS = /\b(?:looks?\s+like|(?:i|we)\s+(?:guess|suspect|suppose|think)|maybe|perhaps|my\s+guess)\b/i;

const LABEL = 'Context: ';
/** The label, and what joins it to a reason. */
const LABEL_COST = LABEL.length + 2;

/**
 * Chooses, for entries of a result, the sentences of the text that tell what each is about: they share its rarer words or stand beside it.
 * Each sentence goes to one entry, at most four to each, as long as `purse` pays. In the order of the text.
 */
export function evidenceFor(selection: Selection, entries: readonly Unit[], purse: Purse): Map<Unit, Unit[]> {
  const { analysis } = selection;
  const homes = homesOf(analysis, entries);
  const pool = [...Map.groupBy(homes, ({ home }) => home).values()].flatMap((all) =>
    all.toSorted((a, b) => b.worth - a.worth).slice(0, MOST_EACH),
  );
  const homeOf = new Map(pool.map(({ unit, home }) => [unit, home]));
  const room = partOf(purse, Math.max(0, purse.left() - entries.length * LABEL_COST));
  const chosen = takeFacts(selection, [...homeOf.keys()], room).sort((a, b) => a.order - b.order);
  const evidence = Map.groupBy(chosen, (unit) => homeOf.get(unit)!);
  purse.pay(evidence.size * LABEL_COST);
  return evidence;
}

/** A reason with the sentences that were chosen for it, which are marked: they stand beside it in the text but are no reason of it. */
export function withEvidence(why: string, evidence: readonly Unit[] | undefined): string {
  if (!evidence) return why;
  const context = LABEL + joinParagraph(evidence);
  return why ? `${/[.!?]$/.test(why) ? why : `${why}.`} ${context}` : context;
}

type Home = { unit: Unit; home: Unit; worth: number };

function homesOf(analysis: Analysis, entries: readonly Unit[]): Home[] {
  const taken = new Set(entries.map((unit) => unit.order));
  const said = saidIn(analysis);
  const usable = readableUnits(analysis).filter(
    (unit) =>
      !taken.has(unit.order) &&
      said(unit) &&
      unit.text.length >= LENGTH.least &&
      unit.text.length <= LENGTH.most &&
      !/[?？]["'”)]*$/.test(unit.text) &&
      !GUESS.test(unit.text) &&
      !isRequest(unit),
  );
  const best = usable.sort((a, b) => analysis.score(b) - analysis.score(a)).slice(0, MOST_COMPARED);
  const rarity = raritiesOf(analysis);
  const stems = new Map(entries.map((entry) => [entry, stemsOf(entry.text)]));
  return best.flatMap((unit) => {
    const own = stemsOf(unit.text);
    const related = entries
      .filter((entry) => entry.order < unit.order || !DISMISSAL.test(entry.text))
      .map((entry) => ({ entry, by: relatedness(own, stems.get(entry)!, rarity) + nearness(unit, entry) }));
    const nearest = related.reduce((a, b) => (b.by > a.by ? b : a), { entry: unit, by: 0 });
    return nearest.by < LEAST_RELATED ? [] : [{ unit, home: nearest.entry, worth: nearest.by + analysis.score(unit) }];
  });
}

/** What was said before of something that was given up no longer holds. */
const DISMISSAL =
  /\b(?:cancel\w+|reject\w+|dropp\w+|discard\w+|revert\w+|superseded|not\s+worth|do\s+not\s+(?:use|pool|count|compare|mix)|no\s+longer|replaced\s+by|storniert|verworfen|annulé\w*|cancelad\w+)\b/i;

/** What was asked for earlier is done or overtaken, and explains nothing. */
function isRequest({ text, role }: Unit): boolean {
  return (
    role !== 'assistant' &&
    !isProhibition(text) &&
    (addressed.test(text) || imperative.test(text) || /^(?:i|we)\s+(?:want|need)\b/i.test(text))
  );
}

/** How much a shared word tells: 1 for one that stands in two sentences, towards 0 for one that stands in most. */
function raritiesOf(analysis: Analysis): Map<string, number> {
  const counts = countsOf(analysis.sayable.flatMap(({ text }) => [...stemsOf(text)]));
  const all = Math.log(1 + analysis.sayable.length);
  return new Map([...counts].map(([stem, n]) => [stem, Math.max(0, 1 - Math.log(n / 2) / all)]));
}

function relatedness(a: ReadonlySet<string>, b: ReadonlySet<string>, rarity: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const stem of a) if (b.has(stem)) sum += Math.min(1, rarity.get(stem) ?? 1);
  return sum;
}

function nearness(unit: Unit, entry: Unit): number {
  if (unit.turn !== entry.turn || Math.abs(unit.order - entry.order) > NEAR) return 0;
  return unit.block === entry.block ? 1.2 : 0.5;
}
