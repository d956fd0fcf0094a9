import { deu, eng, fra, ita, nld, por, spa } from 'stopword';
import type { Token } from '../reading.ts';
import { isAt, SPACELESS } from './characters.ts';

/** Letters of a word that count: a crude stem that does for many languages. */
const STEM = 6;
/** Letters from which on a plain word says something of a matter; shorter ones mostly bind others together. */
const LEAST = 4;
/** Longer words that bind others together as well ("because", "only"), in the languages that the models know. */
const STOP_WORDS: ReadonlySet<string> = new Set([eng, deu, fra, ita, nld, por, spa].flat());

/** What a unit speaks of: its longer words cut to a stem, its names, numbers and ids; in scripts without spaces pairs of characters. Each once. */
export function stemsOf(tokens: readonly Token[]): string[] {
  const stems = new Set<string>();
  for (let i = 0; i < tokens.length; i++) stems.add(stemAt(tokens, i));
  stems.delete(NONE);
  return [...stems];
}

/** Stands for the stem of what says nothing of a matter. */
const NONE = '';

function stemAt(tokens: readonly Token[], i: number): string {
  const { norm, shape } = tokens[i]!;
  if (shape === 'sign') return NONE;
  if (norm.length === 1 && isAt(norm, 0, SPACELESS)) {
    const next = tokens[i + 1];
    return next && next.norm.length === 1 && isAt(next.norm, 0, SPACELESS) ? norm + next.norm : NONE;
  }
  if (shape === 'word') return norm.length >= LEAST && !STOP_WORDS.has(norm) ? norm.slice(0, STEM) : NONE;
  return shape === 'name' || shape === 'caps' ? norm.slice(0, STEM) : norm;
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
  /** For each stem the unit that was marked last of those that hold it, as many units are compared with the same one. */
  readonly #holder: Int32Array;
  #held = -1;

  /** `texts`: the tokens of each unit. */
  constructor(texts: readonly (readonly Token[])[]) {
    /** The unit in which each stem was met last. */
    const last: number[] = [];
    this.units = texts.map((tokens, unit) => {
      const own: number[] = [];
      for (let i = 0; i < tokens.length; i++) {
        const stem = stemAt(tokens, i);
        if (stem === NONE) continue;
        const number = this.#add(stem);
        if (last[number] === unit) continue;
        last[number] = unit;
        this.#counts[number]!++;
        own.push(number);
      }
      return own;
    });
    this.#weights = this.#counts.map((count) => Math.log(1 + texts.length / count));
    this.#sums = this.units.map((own) => own.reduce((sum, stem) => sum + this.#weights[stem]!, 0));
    this.#holder = new Int32Array(this.#counts.length).fill(-1);
  }

  #add(stem: string): number {
    const known = this.#numbers.get(stem);
    if (known !== undefined) return known;
    const number = this.#counts.push(0) - 1;
    this.#numbers.set(stem, number);
    return number;
  }

  /** The numbers of what some text speaks of, as far as a unit does so too. */
  numbersOf(tokens: readonly Token[]): number[] {
    return stemsOf(tokens).flatMap((stem) => this.#numbers.get(stem) ?? []);
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
    this.hold(held);
    let found = 0;
    for (const stem of this.units[wanted]!) if (this.#holder[stem] === held) found += this.#weights[stem]!;
    const of = this.#sums[wanted]!;
    return of === 0 ? 0 : found / of;
  }

  /** Marks the stems of a unit, of which it is then asked whether it {@link holds} them. */
  hold(unit: number): void {
    if (unit !== this.#held) for (const stem of this.units[unit]!) this.#holder[stem] = unit;
    this.#held = unit;
  }

  /** Whether the unit that was marked last holds a stem. */
  holds(stem: number): boolean {
    return this.#holder[stem] === this.#held;
  }

  /** The share of the weight of `wanted` that `held` holds, 0 to 1; 0 where there is nothing to hold. */
  share(wanted: Iterable<number>, held: ReadonlySet<number>): number {
    let found = 0;
    let of = 0;
    for (const stem of wanted) {
      const weight = this.#weights[stem]!;
      of += weight;
      if (held.has(stem)) found += weight;
    }
    return of === 0 ? 0 : found / of;
  }
}
