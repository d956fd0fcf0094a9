// Names what a model judges by: takes in the names of tokens and of what stands around them, and gives features, each one number.
import type { Shape, Token } from '../reading.ts';
import { enter } from './vocabulary.ts';

/** What a token is known by, and any other name that a feature has. */
export type Word = Pick<Token, 'norm' | 'word'>;

/**
 * Features of an example have names: one ("don't"), or two in a row ("must not"). Models number the names that they know and look features
 * up by those numbers, so that no pair of words has to be put together as a string.
 */
export type Names = {
  /** The number of a name, 0 for one that no feature has. */
  nameOf(name: Word): number;
  /** The number of a word, 0 for one that is not known as such. */
  wordOf(token: Word): number;
};

/** A feature: the numbers of its names, in the upper and the lower half of 32 bits. */
export type Feature = number;
/** Stands for all features that no model can know. */
export const NONE: Feature = 0;

const HALF = 16;
const LOWER_HALF = 0xffff;
/** Between the two names of a pair, as it is written; no name holds one. */
const BETWEEN = ' ';

/** A name, for who asks for it again and again. */
export function named(name: string): Word {
  return { norm: name, word: enter(name) };
}

/** The name of what stands for a word that is not known: its shape. */
export const shapeNames: Record<Shape, Word> = {
  word: named('^word'),
  name: named('^name'),
  caps: named('^caps'),
  number: named('^number'),
  time: named('^time'),
  date: named('^date'),
  unit: named('^unit'),
  id: named('^id'),
  sign: named('^sign'),
};

/** The feature of one name. */
export function single(name: number): Feature {
  return name << HALF;
}

/** The feature of two names in a row. */
export function pair(first: number, second: number): Feature {
  return first === 0 || second === 0 ? NONE : (first << HALF) | second;
}

/** The feature that is written as `text`. */
export function featureOf(text: string, idOf: (name: string) => number): Feature {
  const at = text.indexOf(BETWEEN);
  return at < 0 ? single(idOf(text)) : pair(idOf(text.slice(0, at)), idOf(text.slice(at + 1)));
}

/** How a feature is written. `names`: the name of each number. */
export function textOf(feature: Feature, names: readonly string[]): string {
  const first = names[feature >>> HALF]!;
  const second = feature & LOWER_HALF;
  return second === 0 ? first : `${first}${BETWEEN}${names[second]!}`;
}

/** Numbers names as they come, from 1. */
export class Naming implements Names {
  readonly names: string[] = [''];
  readonly #ids = new Map<string, number>();
  readonly #words: ReadonlySet<string>;

  /** `words`: names that are known as words. */
  constructor(words: ReadonlySet<string> = new Set()) {
    this.#words = words;
  }

  /** The number of a name that has come before, else 0. */
  find(name: string): number {
    return this.#ids.get(name) ?? 0;
  }

  idOf(name: string): number {
    const known = this.find(name);
    if (known !== 0) return known;
    if (this.names.length > LOWER_HALF) throw new Error('too many names of features');
    this.#ids.set(name, this.names.length);
    return this.names.push(name) - 1;
  }

  nameOf({ norm }: Word): number {
    return this.idOf(norm);
  }

  wordOf({ norm }: Word): number {
    return this.#words.has(norm) ? this.idOf(norm) : 0;
  }
}
