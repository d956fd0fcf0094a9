import type { Needle } from '../canaries/spellings.ts';

const tableBits = 20;
/** Knuth's multiplicative constant: spreads the four bytes over the table. */
const spread = 0x9e3779b1;

/** Finds any number of needles in one pass over the bytes. Every needle has at least four. */
export class Matcher {
  readonly #mayBegin = new Uint8Array(1 << tableBits);
  readonly #byWord = new Map<number, Needle[]>();

  constructor(needles: Iterable<Needle>) {
    for (const needle of needles) {
      const word = needle.bytes.readInt32LE(0);
      this.#mayBegin[slot(word)] = 1;
      const others = this.#byWord.get(word);
      if (others) others.push(needle);
      else this.#byWord.set(word, [needle]);
    }
  }

  /** Calls `found` for every needle that begins at some offset of `bytes`. */
  scan(bytes: Buffer, found: (needle: Needle, at: number) => void): void {
    const last = bytes.length - 4;
    if (last < 0) return;
    let word = bytes.readInt32LE(0);
    for (let at = 0; ; at++) {
      if (this.#mayBegin[slot(word)] === 1) this.#compare(bytes, at, word, found);
      if (at === last) return;
      word = (word >>> 8) | (bytes.readUInt8(at + 4) << 24);
    }
  }

  #compare(bytes: Buffer, at: number, word: number, found: (needle: Needle, at: number) => void): void {
    for (const needle of this.#byWord.get(word) ?? []) {
      const end = at + needle.bytes.length;
      if (end <= bytes.length && bytes.compare(needle.bytes, 0, needle.bytes.length, at, end) === 0) found(needle, at);
    }
  }
}

function slot(word: number): number {
  return Math.imul(word, spread) >>> (32 - tableBits);
}
