import { isNegated } from './cues.ts';
import { contentWords, sameKey } from './text.ts';

/** Remembers what was picked; `isNew` answers false for a text that repeats an earlier one. */
export type Novelty = { isNew(text: string): boolean; add(text: string): void };

const SAME = 0.8;

type Seen = { words: Set<string>; key: string; numbers: string; negated: boolean };

/** Starts an empty memory. Texts that differ in a number or in a negation are never taken for repetitions. */
export function noveltyOf(): Novelty {
  const seen: Seen[] = [];
  const keys = new Set<string>();
  return {
    isNew(text) {
      const one = seenOf(text);
      return !keys.has(one.key) && !seen.some((other) => repeats(one, other));
    },
    add(text) {
      const one = seenOf(text);
      keys.add(one.key);
      seen.push(one);
    },
  };
}

function seenOf(text: string): Seen {
  return {
    words: new Set(contentWords(text)),
    key: sameKey(text),
    numbers: (text.match(/\d+/g) ?? []).join(' '),
    negated: isNegated(text),
  };
}

function repeats(a: Seen, b: Seen): boolean {
  if (a.key.length > 12 && b.key.includes(a.key)) return true;
  if (a.numbers !== b.numbers || a.negated !== b.negated) return false;
  let shared = 0;
  for (const word of a.words) if (b.words.has(word)) shared++;
  return shared > 0 && shared / Math.max(a.words.size, b.words.size) >= SAME;
}
