// Takes in what is known of a text, and gives for each statement the later ones that may replace it, and the one that most looks like it.
import { likely } from '../classify/classify.ts';
import { DenseModel } from '../model/dense.ts';
import { isLanguage } from '../reading.ts';
import { NEAR, valuesOf } from './comparison.ts';
import type { Known } from './known.ts';
import type { Later, LaterOn } from './later.ts';
import { type Statement, statementAt } from './statement.ts';
import fitted from '../../data/replacing.json' with { type: 'json' };

const model = new DenseModel(fitted);
/** What shares of the most that any later unit has are taken of at least, since that may be nothing. */
const LEAST = 0.01;

/** What is known of a statement and a later one that may replace it. */
export type Pair = { by: number; values: readonly number[] };

/** The later unit that, of all, most looks like what replaces a statement, and how much; `second`: how much the next one does. */
export type Likeliest = Pair & { chance: number; second: number };

/** Pairs each statement with the later units that take up its matter or stand right behind it. */
export class Pairs {
  readonly #known: Known;
  readonly #laterOn: LaterOn;
  readonly #statements: (Statement | undefined)[];

  constructor(known: Known, laterOn: LaterOn) {
    this.#known = known;
    this.#laterOn = laterOn;
    this.#statements = Array.from({ length: known.units.length });
  }

  /** The pairs of the statement at a place. */
  of(at: number): Pair[] {
    const { rarity } = this.#known;
    const found = this.#candidates(at);
    const most = {
      share: Math.max(LEAST, ...found.map(({ share }) => share)),
      replaces: Math.max(LEAST, ...found.map((one) => this.#replaces(one.at))),
    };
    const earlier = this.#statement(at);
    return found.map(({ at: by, share }) => {
      const later = this.#statement(by);
      const [back, before, behind] = [rarity.shareOf(by, at), this.#replaces(by - 1), this.#replaces(by + 1)];
      return { by, values: valuesOf({ earlier, later, share, back, most, before, behind }, rarity) };
    });
  }

  #candidates(at: number): Later[] {
    const { units, rarity } = this.#known;
    const found = [...this.#laterOn(at)];
    const isFound = (by: number): boolean => found.some((one) => one.at === by);
    for (let by = at + 1; by <= at + NEAR && by < units.length; by++)
      if (isLanguage(units[by]!) && !isFound(by)) found.push({ at: by, share: rarity.shareOf(at, by) });
    return found;
  }

  /** How likely the unit at a place is to replace one; beyond the end of a text nothing is. */
  #replaces(at: number): number {
    const own = this.#known.likelihoods[at];
    return own ? likely(own, 'replaces') : 0;
  }

  #statement(at: number): Statement {
    return (this.#statements[at] ??= statementAt(this.#known, at));
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
