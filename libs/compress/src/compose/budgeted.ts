import { type Reading, chance } from '../read.ts';
import { isLanguage, type Unit } from '../reading.ts';
import { budgetFor } from '../select/budget.ts';
import { Queue } from '../select/queue.ts';
import { Selection, type Statement } from '../select/selection.ts';
import { holds, surelyHolds } from '../resolve/standing.ts';
import { type Worth, worthOf, worths } from '../select/worth.ts';
import { isAt, SPACELESS } from '../tokens/characters.ts';

/** What a unit must be worth at least before it is shown where it belongs, and before it is shown because there is room. */
const LEAST = 0.42;
const LEAST_TO_FILL = 0.6;
/** Likelihood from which on a neighbour gives the reason of a statement. */
const REASON = 0.35;

/** A selection for one result. `aims`: the units of the goal and the last request, where the result has a place of their own for them. */
export function selectionFor(reading: Reading, skeleton: object | string, aims: readonly Unit[] = []): Selection {
  const empty = typeof skeleton === 'string' ? 0 : JSON.stringify(skeleton).length;
  return new Selection(reading, Math.max(0, budgetFor(reading.characters) - empty), aims);
}

/** The units of the goal and the last request: what a result has a place of its own for. */
export function aimsOf({ goal, request }: Reading): Unit[] {
  return [...goal, ...request];
}

/** A unit with what it is worth to a target. */
type Weighed = { unit: Unit; worth: number };

/** Which units of a text are asked for. */
type Among = (unit: Unit) => boolean;

/** Units that hold, as far as they are worth showing. */
function weighed(reading: Reading, worth: Worth, among: Among, least: number, beside: (unit: Unit) => number = () => 0): Weighed[] {
  const each = worths(worth);
  const found: Weighed[] = [];
  for (const unit of reading.units) {
    if (!holds(reading, unit) || !among(unit)) continue;
    const own = worthOf(reading, unit, each);
    if (own + beside(unit) >= least) found.push({ unit, worth: own });
  }
  return found;
}

/** Units that hold, the worthiest first, as far as they are worth showing. */
export function ranked(reading: Reading, worth: Worth, among: Among = () => true): Unit[] {
  const sorted = weighed(reading, worth, among, LEAST).toSorted((a, b) => b.worth - a.worth || a.unit.order - b.unit.order);
  return sorted.map(({ unit }) => unit);
}

/** Room for two sentences of common length, below which no share of a result falls. */
const LEAST_SHARE = 300;

/** A share of a result's room, in characters. */
export function roomFor(total: number, share: number): number {
  return Math.max(total * share, LEAST_SHARE);
}

/** Chooses units in their order, as far as `room` reaches. */
export function takeBest(selection: Selection, units: readonly Unit[], room: number, withReasons = false): Statement[] {
  const until = Math.max(0, selection.left - room);
  return units.flatMap((unit) => {
    const beside = withReasons ? reasonsOf(selection.reading, unit) : [];
    return selection.take(unit, { room: selection.left - until, beside }) ?? [];
  });
}

/** How much length counts against a unit: short ones leave room for others. */
const LENGTH = 0.2;

/**
 * Chooses units as long as there is room, each time the one that adds most for its length: what it is worth, and the names that nothing chosen shows
 * yet. Since choosing one only ever takes from the others, they are looked at again only when their turn comes (lazy greedy: Minoux, 1978).
 */
export function takeMost(selection: Selection, worth: Worth, among: Among = () => true): Statement[] {
  const valueOf = ({ unit, worth: own }: Weighed): number => (own + selection.detail(unit)) / Math.max(20, unit.text.length) ** LENGTH;
  const waiting = new Queue<Weighed>(valueOf);
  for (const one of weighed(selection.reading, worth, among, LEAST_TO_FILL, (unit) => selection.detail(unit))) waiting.push(one);
  const taken: Statement[] = [];
  for (let best = waiting.pop(); best && selection.left > 0; best = waiting.pop()) {
    const statement = selection.take(best.unit);
    if (statement) taken.push(statement);
  }
  return taken;
}

/**
 * The sentence right before or behind a statement that gives its reason: none that is a decision itself, none that may have been withdrawn, and of
 * another turn only one on the same matter.
 */
export function reasonsOf(reading: Reading, unit: Unit): Unit[] {
  const { rarity } = reading;
  const reason = (one: Unit): number => chance(reading, one, 'reason');
  const belongs = (one: Unit): boolean => one.turn === unit.turn || rarity.shareOf(unit.order, one.order) > 0;
  const near = reading.units
    .slice(Math.max(0, unit.order - 1), unit.order + 2)
    .filter(
      (one) =>
        one !== unit &&
        isLanguage(one) &&
        belongs(one) &&
        surelyHolds(reading, one) &&
        reason(one) >= Math.max(REASON, chance(reading, one, 'decision')),
    );
  return near.toSorted((a, b) => reason(b) - reason(a)).slice(0, 1);
}

/** Statements in the order of the text. */
export function inOrder(statements: readonly Statement[]): Statement[] {
  return statements.toSorted((a, b) => a.main.order - b.main.order);
}

/** Statements in the order of the text, without those that have been put together with a later one. */
export function shown(statements: readonly Statement[]): Statement[] {
  return inOrder(statements).filter(({ units }) => units.length > 0);
}

/** Statements as strings, in the order of the text. */
export function strings(statements: readonly Statement[]): string[] {
  return shown(statements).map(textOf);
}

/** A statement's sentences, one after the other. */
export function textOf({ units }: Statement): string {
  return joined(units);
}

const ENDED = /[.!?…:;。！？]["”»』」）)\]*_`]*$/u;
/** The end of a sentence in a script that writes no spaces. */
const ENDED_WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー][。！？][”』」）]*$/u;

/** Sentences as running text: a space behind one that ends, else a line of its own. */
export function joined(units: readonly Pick<Unit, 'text'>[]): string {
  return linked(units, '\n');
}

/** Sentences on one line: one that has no stop gets one before the next begins. */
export function joinedOnOneLine(units: readonly Pick<Unit, 'text'>[]): string {
  return linked(units, '. ').replace(/\s+/g, ' ');
}

/** Sentences with a space behind each that ends, unless its script writes none, and `link` behind any other. */
function linked(units: readonly Pick<Unit, 'text'>[], link: string): string {
  return units.map(({ text }, i) => text + (i === units.length - 1 ? '' : betweenOf(text, units[i + 1]!.text, link))).join('');
}

function betweenOf(text: string, next: string, link: string): string {
  if (!ENDED.test(text)) return link;
  return ENDED_WIDE.test(text) && isAt(next, 0, SPACELESS) ? '' : ' ';
}
