/** A hash of three letters, for which signs and both cases of a letter may be the same. */
const BITS = 5;
const MASK = (1 << (3 * BITS)) - 1;
const LETTER = (1 << BITS) - 1;

/**
 * Finds where one of `words` may begin: a table says which three letters begin any of them. One loop over the text is several times as fast as an
 * expression with hundreds of alternatives, and leaves few places to look at closely.
 */
export class Scan {
  readonly #table = new Uint8Array(MASK + 1);

  constructor(words: Iterable<string>) {
    for (const word of words) {
      const [a, b, c] = [0, 1, 2].map((at) => word.charCodeAt(at) & LETTER) as [number, number, number];
      const ends = word.length > 2 ? [c] : Array.from({ length: LETTER + 1 }, (_, letter) => letter);
      for (const end of ends) this.#table[(a << (2 * BITS)) | (b << BITS) | end] = 1;
    }
  }

  /** Calls `look` with each place where a word may begin; it returns from where to go on. */
  each(text: string, look: (at: number) => number): void {
    const table = this.#table;
    const last = text.length - 1;
    for (let at = 0; at < last; ) {
      let hash = ((text.charCodeAt(at) & LETTER) << BITS) | (text.charCodeAt(at + 1) & LETTER);
      let end = at + 2;
      // Behind the last letter stands a letter of no word: `NaN & LETTER` is 0.
      for (; end <= text.length; end++) {
        hash = ((hash << BITS) | (text.charCodeAt(end) & LETTER)) & MASK;
        if (table[hash] === 1) break;
      }
      if (end > text.length) return;
      at = Math.max(look(end - 2), end - 1);
    }
  }
}
