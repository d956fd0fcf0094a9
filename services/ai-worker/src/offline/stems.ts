import { contentWords } from './text.ts';

const GRAMMAR = /^(?:not|don|never|must|no)$/;

/** The words of `text` that carry meaning, without the commonest English endings. */
export function stemsOf(text: string): Set<string> {
  const words = contentWords(text, 80).filter((word) => !GRAMMAR.test(word));
  return new Set(words.map((word) => (word.length > 4 ? word.replace(/(?:ing|ed|es|s)$/, '') : word)));
}
