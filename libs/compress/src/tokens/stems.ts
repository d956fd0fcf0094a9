import type { Token } from '../reading.ts';
import { isAt, SPACELESS } from './characters.ts';

/** Letters of a word that count: a crude stem that does for many languages. */
const STEM = 6;
/** Letters from which on a plain word says something of a matter; shorter ones mostly bind others together. */
const LEAST = 4;

/** What a unit speaks of: its longer words cut to a stem, its names, numbers and ids; in scripts without spaces pairs of characters. */
export function stemsOf(tokens: readonly Token[]): string[] {
  const stems = new Set<string>();
  for (let i = 0; i < tokens.length; i++) {
    const { norm, shape } = tokens[i]!;
    if (shape === 'sign') continue;
    if (norm.length === 1 && isAt(norm, 0, SPACELESS)) {
      const next = tokens[i + 1];
      if (next && next.norm.length === 1 && isAt(next.norm, 0, SPACELESS)) stems.add(norm + next.norm);
    } else if (shape === 'word') {
      if (norm.length >= LEAST) stems.add(norm.slice(0, STEM));
    } else stems.add(shape === 'name' || shape === 'caps' ? norm.slice(0, STEM) : norm);
  }
  return [...stems];
}

/**
 * How much each stem tells units apart: the logarithm of their number over that of the units it stands in (inverse document frequency:
 * Spärck Jones, 1972).
 */
export class Rarity {
  /** The stems of each unit, as numbers. */
  readonly units: readonly (readonly number[])[];
  readonly #numbers = new Map<string, number>();
  readonly #counts: number[] = [];
  readonly #weights: readonly number[];
  /** The weight of all stems of each unit. */
  readonly #sums: readonly number[];
  /** For each stem the unit that {@link shareOf} was last asked about, if it holds the stem; as many units are compared with the same one. */
  readonly #holder: Int32Array;
  #held = -1;

  constructor(stems: readonly (readonly string[])[]) {
    this.units = stems.map((own) => own.map((stem) => this.#add(stem)));
    this.#weights = this.#counts.map((count) => Math.log(1 + stems.length / count));
    this.#sums = this.units.map((own) => own.reduce((sum, stem) => sum + this.#weights[stem]!, 0));
    this.#holder = new Int32Array(this.#counts.length).fill(-1);
  }

  #add(stem: string): number {
    const known = this.#numbers.get(stem);
    const number = known ?? this.#counts.push(0) - 1;
    if (known === undefined) this.#numbers.set(stem, number);
    this.#counts[number]!++;
    return number;
  }

  /** The weight of a stem, more than 0. */
  of(stem: string): number {
    const number = this.#numbers.get(stem);
    return number === undefined ? Math.log(1 + this.units.length) : this.#weights[number]!;
  }

  /** The number of a stem; undefined for one of no unit. */
  numberOf(stem: string): number | undefined {
    return this.#numbers.get(stem);
  }

  /** How many stems there are. */
  get size(): number {
    return this.#counts.length;
  }

  /** The weight of all stems of a unit. */
  weightOf(unit: number): number {
    return this.#sums[unit]!;
  }

  /** The weight of the stem with a number. */
  weight(number: number): number {
    return this.#weights[number]!;
  }

  /** In how many units the stem with a number stands. */
  count(number: number): number {
    return this.#counts[number]!;
  }

  /** The share of the weight of one unit's stems that those of another hold, 0 to 1. */
  shareOf(wanted: number, held: number): number {
    if (held !== this.#held) for (const stem of this.units[held]!) this.#holder[stem] = held;
    this.#held = held;
    let found = 0;
    for (const stem of this.units[wanted]!) if (this.#holder[stem] === held) found += this.#weights[stem]!;
    const of = this.#sums[wanted]!;
    return of === 0 ? 0 : found / of;
  }

  /** The share of `wanted`'s weight that `held` holds, 0 to 1; 0 where there is nothing to hold. */
  share(wanted: readonly string[], held: ReadonlySet<string>): number {
    let found = 0;
    let of = 0;
    for (const stem of wanted) {
      const weight = this.of(stem);
      of += weight;
      if (held.has(stem)) found += weight;
    }
    return of === 0 ? 0 : found / of;
  }
}
