import { likely } from '../classify/classify.ts';
import { isNegated } from '../classify/negation.ts';
import { DenseModel } from '../model/dense.ts';
import { isLanguage, type Unit } from '../reading.ts';
import type { Known, Later } from './later.ts';
import fitted from '../../data/replacing.json' with { type: 'json' };

const model = new DenseModel(fitted);
/** How many units behind a statement one may replace it without naming its matter ("That's off."). */
const NEAR = 4;
const VALUES: ReadonlySet<string> = new Set(['number', 'unit', 'time', 'date']);
/** What two statements can both be: what replaces a rule is mostly a rule. */
const SORTS = ['rule', 'ban', 'decision', 'deadline', 'request', 'open', 'fact', 'done', 'failure', 'reason'] as const;

/** What is asked of a later statement beside. */
const IS = [...SORTS, 'noise', 'superseded'] as const;

/** What is known of a statement and a later one that may replace it. */
export type Pair = { by: number; values: readonly number[] };

/** The later unit that, of all, most looks like what replaces a statement, and how much; `second`: how much the next one does. */
export type Likeliest = { by: number; chance: number; second: number; values: readonly number[] };

/** Pairs each statement with the later units that take up its matter or stand right behind it. */
export class Pairs {
  readonly #known: Known;
  readonly #later: readonly (readonly Later[])[];
  readonly #details: Details[] = [];
  /** How likely each unit is to replace one. */
  readonly #replaces: readonly number[];

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
    return found.map(({ at: by, share }) => ({ by, values: this.#valuesOf(at, by, share, most) }));
  }

  #valuesOf(at: number, by: number, share: number, most: { share: number; replaces: number }): number[] {
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
    return [
      restated,
      changed,
      repeated,
      changed * share,
      restated * replaces,
      replaces,
      logOdds(replaces),
      replaces / most.replaces,
      share,
      share / most.share,
      logOdds(share),
      back,
      both,
      replaces * share,
      replaces * both,
      Number(gap === 1),
      Number(gap === 2),
      Number(gap <= NEAR),
      Number(gap === 1) * replaces,
      Number(gap <= NEAR) * replaces,
      far,
      far * replaces,
      Number(other.turn === unit.turn),
      Number(other.speaker !== '' && other.speaker === unit.speaker),
      Number(other.role === unit.role),
      Number(other.role === 'user'),
      Number(other.role === 'tool'),
      ...later.is,
      alike / 3,
      named,
      named * replaces,
      turned,
      turned * share,
      this.#replaces[by - 1]!,
      this.#replaces[by + 1] ?? 0,
      Math.min(1, other.tokens.length / 30),
    ];
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
    const chance = judge.probabilities(values)[0]!;
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
