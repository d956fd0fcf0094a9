// Judges by features that are there or not: takes in the features of an example, and gives the logit of each label.
import { enter, MOST } from './vocabulary.ts';
import { type Feature, featureOf, Naming, type Names, type Word } from './features.ts';
import { Places } from './places.ts';

/**
 * A fitted linear model as it lies in `data/`. `weights`: for each feature a letter for each label, "a" to "z" for small to large weights,
 * "A" to "Z" for negative ones, "." for none, also at the end where there is nothing. Every word that stands there by itself is known.
 * `unit`: what an "a" weighs.
 */
export type ModelFile = { labels: string[]; unit: number; bias: number[]; weights: Record<string, string> };

const NOTHING = '.';
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** How many units the letters stand for: the larger, the farther from one another, as most weights are small. */
const UNITS = Array.from(LETTERS, (_, i) => i + 1 + Math.round((i + 1) ** 2 / 10));
/** The units that each character stands for, by its code. */
const MEANINGS = new Int8Array(128);
for (const [i, units] of UNITS.entries()) {
  MEANINGS[LETTERS.charCodeAt(i)] = units;
  MEANINGS[LETTERS.toUpperCase().charCodeAt(i)] = -units;
}

/** The character that comes nearest to a weight of so many units. */
export function written(units: number): string {
  const size = Math.abs(units);
  const next = UNITS.findIndex((one, i) => size < (one + (UNITS[i - 1] ?? 0)) / 2);
  const letter = next === 0 ? NOTHING : LETTERS.at(next < 0 ? -1 : next - 1)!;
  return units < 0 ? letter.toUpperCase() : letter;
}

/** One logistic regression for each label over features with names. Adding up weights is all it does, so each answer can be explained. */
export class LinearModel implements Names {
  readonly labels: readonly string[];
  readonly #unit: number;
  readonly #bias: readonly number[];
  /** The number of each word of the vocabulary among the names. */
  readonly #byWord = new Uint16Array(MOST);
  readonly #places: Places;
  /** The weights of the first feature, then those of the second, and so on; two labels share a number, which halves the additions. */
  readonly #weights: Int32Array;
  readonly #sums: Int32Array;

  /** `naming`: numbers of names by which its features will be told; its own where it is asked for them. */
  constructor({ labels, unit, bias, weights }: ModelFile, naming = new Naming()) {
    const rows = Object.values(weights);
    this.labels = labels;
    this.#unit = unit;
    this.#bias = bias;
    this.#places = new Places(Object.keys(weights).map((text) => featureOf(text, (name) => naming.idOf(name))));
    for (const name of naming.names.slice(1)) this.#byWord[enter(name)] = naming.find(name);
    this.#sums = new Int32Array(Math.ceil(labels.length / 2));
    this.#weights = new Int32Array(rows.length * this.#sums.length);
    for (const [i, row] of rows.entries()) readInto(this.#weights, i * this.#sums.length, row);
  }

  nameOf({ word }: Word): number {
    return this.#byWord[word]!;
  }

  /** A fitted model knows words as it knows any other name. */
  wordOf(word: Word): number {
    return this.nameOf(word);
  }

  /**
   * The logit of each label, given the features of one example, put into `logits`. They count by the root of their number, so that length
   * alone says nothing.
   */
  logits(features: readonly Feature[], logits: Float32Array = new Float32Array(this.labels.length)): Float32Array {
    const sums = this.#sums.fill(0);
    const weights = this.#weights;
    const width = sums.length;
    for (const feature of features) {
      const place = this.#places.of(feature);
      if (place < 0) continue;
      const at = place * width;
      for (let k = 0; k < width; k++) sums[k]! += weights[at + k]!;
    }
    const scale = this.#unit / Math.sqrt(features.length || 1);
    for (let k = 0; k < logits.length; k++) logits[k] = scale * half(sums[k >> 1]!, k) + this.#bias[k]!;
    return logits;
  }
}

/**
 * The number of an even label is the lower half of a pair, that of an odd one the upper; sums of some hundred weights do not leave their
 * half.
 */
function half(both: number, label: number): number {
  const lower = (both << 16) >> 16;
  return label % 2 === 0 ? lower : (both - lower) >> 16;
}

/** Reads the weights of one feature, as they are written, into `weights` from `at` on. */
function readInto(weights: Int32Array, at: number, row: string): void {
  for (let label = 0; label < row.length; label++) {
    const units = MEANINGS[row.charCodeAt(label)]!;
    weights[at + (label >> 1)]! += label % 2 === 0 ? units : units << 16;
  }
}
