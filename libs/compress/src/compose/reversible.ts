import type { Unit } from '../reading.ts';
import lexicon from '../../data/reversible.json' with { type: 'json' };

const WORDS = new Set(lexicon.entries.flatMap(({ words }) => words.split(' ')));
const PHRASES = lexicon.entries.flatMap(({ phrases }) => phrases);

/** Whether a decision says of itself that it may be taken back. */
export function isReversible({ text, tokens }: Pick<Unit, 'text' | 'tokens'>): boolean {
  const low = text.toLowerCase();
  return tokens.some(({ norm }) => WORDS.has(norm)) || PHRASES.some((phrase) => low.includes(phrase));
}
