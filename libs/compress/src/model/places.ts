// Finds features: takes in a feature, and gives its place in a list.
import { type Feature, NONE } from './features.ts';

/** 2^32 by the golden ratio: spreads keys over all bits (Knuth, The Art of Computer Programming 3, 6.4). */
const SPREAD = 0x9e3779b1;
/** Slots for each feature at least: most are then found where they are looked for first. */
const ROOM = 2;

/**
 * The places of features in a list, by open addressing in one array: each is asked for thousands of times a text, which a Map takes four
 * times as long for.
 */
export class Places {
  /** Feature and place, feature and place. */
  readonly #slots: Int32Array;
  readonly #shift: number;
  readonly #mask: number;

  /** `features`: each but once. */
  constructor(features: readonly Feature[]) {
    const bits = Math.ceil(Math.log2(Math.max(2, ROOM * features.length)));
    this.#slots = new Int32Array(2 << bits);
    this.#shift = 32 - bits;
    this.#mask = (1 << bits) - 1;
    for (const [place, feature] of features.entries()) this.#slots.set([feature, place], 2 * this.#slotOf(feature));
  }

  /** The place of a feature; -1 where it is not in the list. */
  of(feature: Feature): number {
    if (feature === NONE) return -1;
    const slot = 2 * this.#slotOf(feature);
    return this.#slots[slot] === feature ? this.#slots[slot + 1]! : -1;
  }

  /** The slot that a feature stands in, or the free one that it would be put into. */
  #slotOf(feature: Feature): number {
    const slots = this.#slots;
    let slot = Math.imul(feature, SPREAD) >>> this.#shift;
    while (slots[2 * slot] !== feature && slots[2 * slot] !== NONE) slot = (slot + 1) & this.#mask;
    return slot;
  }
}
