import { likely } from '../classify/classify.ts';
import { isNegated } from '../classify/negation.ts';
import { DenseModel } from '../model/dense.ts';
import { rowsOf } from '../model/rows.ts';
import { isLanguage, type Unit } from '../reading.ts';
import { type Known, type Later, MOST as MOST_LATER } from './later.ts';
import fitted from '../../data/replacing.json' with { type: 'json' };

const model = new DenseModel(fitted);
/** How many units behind a statement one may replace it without naming its matter ("That's off."). */
const NEAR = 4;
const VALUES: ReadonlySet<string> = new Set(['number', 'unit', 'time', 'date']);
/** What two statements can both be: what replaces a rule is mostly a rule. */
const SORTS = ['rule', 'ban', 'decision', 'deadline', 'request', 'open', 'fact', 'done', 'failure', 'reason'] as const;

/** What is asked of a later statement beside. */
const IS = [...SORTS, 'noise', 'superseded'] as const;

/** How much is known of a pair beside what the later statement is. */
const MORE = 35;
const WIDTH = MORE + IS.length;

/** What is known of a statement and a later one that may replace it. The values are good until the next statement is asked for. */
export type Pair = { by: number; values: Float32Array };

/** The later unit that, of all, most looks like what replaces a statement, and how much; `second`: how much the next one does. */
export type Likeliest = Pair & { chance: number; second: number };

/** Pairs each statement with the later units that take up its matter or stand right behind it. */
export class Pairs {
  readonly #known: Known;
  readonly #later: readonly (readonly Later[])[];
  readonly #details: Details[] = [];
  /** How likely each unit is to replace one. */
  readonly #replaces: readonly number[];
  /** Room for the values of all pairs of a statement, of which there are thousands in a text. */
  readonly #rows = rowsOf(MOST_LATER + NEAR, WIDTH);

  constructor(known: Known, later: readonly (readonly Later[])[]) {
    this.#known = known;
    this.#later = later;
    this.#replaces = known.likelihoods.map((its) => likely(its, 'replaces'));
  }

  /** The pairs of the statement at a place. */
  of(at: number): Pair[] {
    const { units, rarity } = this.#known;
    const found = [...this.#later[at]!];
    for (let j = at + 1; j <= at + NEAR && j < units.length; j++)
      if (isLanguage(units[j]!) && !found.some((one) => one.at === j)) found.push({ at: j, share: rarity.shareOf(at, j) });
    const most = { share: 0.01, replaces: 0.01 };
    for (const { at: by, share } of found) {
      most.share = Math.max(most.share, share);
      most.replaces = Math.max(most.replaces, this.#replaces[by]!);
    }
    return found.map(({ at: by, share }, i) => ({ by, values: this.#put(this.#rows[i]!, at, by, share, most) }));
  }

  #put(values: Float32Array, at: number, by: number, share: number, most: { share: number; replaces: number }): Float32Array {
    const { units, rarity } = this.#known;
    const [unit, other] = [units[at]!, units[by]!];
    const replaces = this.#replaces[by]!;
    const back = rarity.shareOf(by, at);
    const both = Math.sqrt(share * back);
    const gap = by - at;
    const far = Math.log1p(gap) / 6;
    const [earlier, later] = [this.#detailsOf(at), this.#detailsOf(by)];
    const turned = Number(earlier.negated !== later.negated);
    const [restated, changed, repeated] = changeOf(earlier, later);
    let alike = 0;
    for (let k = 0; k < SORTS.length; k++) alike += earlier.is[k]! * later.is[k]!;
    const named = Number(later.names.some((name) => earlier.names.includes(name)));
    let i = 0;
    values[i++] = restated;
    values[i++] = changed;
    values[i++] = repeated;
    values[i++] = changed * share;
    values[i++] = restated * replaces;
    values[i++] = replaces;
    values[i++] = logOdds(replaces);
    values[i++] = replaces / most.replaces;
    values[i++] = share;
    values[i++] = share / most.share;
    values[i++] = logOdds(share);
    values[i++] = back;
    values[i++] = both;
    values[i++] = replaces * share;
    values[i++] = replaces * both;
    values[i++] = Number(gap === 1);
    values[i++] = Number(gap === 2);
    values[i++] = Number(gap <= NEAR);
    values[i++] = Number(gap === 1) * replaces;
    values[i++] = Number(gap <= NEAR) * replaces;
    values[i++] = far;
    values[i++] = far * replaces;
    values[i++] = Number(other.turn === unit.turn);
    values[i++] = Number(other.speaker !== '' && other.speaker === unit.speaker);
    values[i++] = Number(other.role === unit.role);
    values[i++] = Number(other.role === 'user');
    values[i++] = Number(other.role === 'tool');
    for (const one of later.is) values[i++] = one;
    values[i++] = alike / 3;
    values[i++] = named;
    values[i++] = named * replaces;
    values[i++] = turned;
    values[i++] = turned * share;
    values[i++] = this.#replaces[by - 1]!;
    values[i++] = this.#replaces[by + 1] ?? 0;
    values[i++] = Math.min(1, other.tokens.length / 30);
    return values;
  }

  #detailsOf(at: number): Details {
    return (this.#details[at] ??= {
      ...detailsIn(this.#known.units[at]!, this.#known.identifiers[at]!),
      is: IS.map((label) => likely(this.#known.likelihoods[at]!, label)),
    });
  }
}

/** Of the pairs of a statement that which the model holds for the likeliest. */
export function likeliestOf(pairs: readonly Pair[], judge: DenseModel = model): Likeliest | undefined {
  let best: Likeliest | undefined;
  let second = 0;
  for (const { by, values } of pairs) {
    const chance = judge.chance(values);
    if (best && chance <= best.chance) second = Math.max(second, chance);
    else [best, second] = [{ by, chance, second: 0, values }, best?.chance ?? 0];
  }
  return best && { ...best, second };
}

/** What of a statement can differ from a later one on its matter: its negation, its numbers, times, dates and days; names they may share; what it is. */
type Details = { negated: boolean; values: readonly { kind: string; text: string }[]; names: readonly string[]; is: readonly number[] };

function detailsIn({ text, tokens }: Unit, names: readonly string[]): Omit<Details, 'is'> {
  const values: { kind: string; text: string }[] = [];
  for (const { shape, norm, text: own } of tokens) {
    if (norm === '^day' || norm === '^month') values.push({ kind: norm, text: own.toLowerCase() });
    else if (VALUES.has(shape)) values.push({ kind: shape === 'unit' ? 'number' : shape, text: own.replace(/\p{L}+$/u, '') });
  }
  return { negated: isNegated(text, tokens), values, names };
}

/** Whether the later of two statements names a value of the earlier one beside a new one ("14:00, no longer 12:00"), only a new one, or only that one. */
function changeOf(earlier: Details, later: Details): [restated: number, changed: number, repeated: number] {
  if (earlier.values.length === 0 || later.values.length === 0) return [0, 0, 0];
  const isRepeated = later.values.some(({ text }) => earlier.values.some((one) => one.text === text));
  const isFresh = later.values.some(
    ({ kind, text }) => earlier.values.some((one) => one.kind === kind) && !earlier.values.some((one) => one.text === text),
  );
  return [Number(isFresh && isRepeated), Number(isFresh && !isRepeated), Number(isRepeated && !isFresh)];
}

/** The logarithm of the odds of a likelihood, bounded and scaled to about -1 to 1. */
export function logOdds(p: number): number {
  const bounded = Math.min(0.99, Math.max(0.01, p));
  return Math.log(bounded / (1 - bounded)) / 4.6;
}
