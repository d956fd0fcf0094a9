import { type Compressed, resultText, type Target } from '@rest-stop/contracts/defrag.ts';
import { codePoints } from '@rest-stop/contracts/text.ts';
import { statements, tokens } from './text.ts';
import { wrap } from './wrap.ts';

/** Compresses `content` into at most `budget` code points of result text, the length an engine took for the same case. */
export type Baseline = { name: string; compress(content: string, target: Target, budget: number): Compressed };

const size = (parts: readonly string[], target: Target): number => codePoints(resultText(wrap(parts, target)));

/** The longest beginning of `part` that still fits behind `parts`; empty if none does. */
function cutToFit(parts: readonly string[], part: string, target: Target, budget: number): string {
  const chars = Array.from(part);
  let low = 0;
  let high = chars.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (size([...parts, chars.slice(0, middle).join('')], target) <= budget) low = middle;
    else high = middle - 1;
  }
  return chars.slice(0, low).join('');
}

function firstCharacters(content: string, target: Target, budget: number): Compressed {
  const parts: string[] = [];
  for (const part of statements(content)) {
    if (size([...parts, part], target) > budget) {
      const start = cutToFit(parts, part, target, budget);
      return wrap(start === '' ? parts : [...parts, start], target);
    }
    parts.push(part);
  }
  return wrap(parts, target);
}

/** The words Luhn calls significant: neither rare (once) nor in more than a fifth of the sentences. */
function significantWords(sentences: readonly ReadonlySet<string>[]): Set<string> {
  const frequency = new Map<string, number>();
  for (const words of sentences) for (const word of words) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const most = Math.max(3, sentences.length / 5);
  return new Set([...frequency].filter(([, n]) => n >= 2 && n <= most).map(([word]) => word));
}

/** Luhn's weight of a sentence: the square of its significant words over the length of the densest cluster, gaps of up to four words allowed. */
function weight(words: readonly string[], significant: ReadonlySet<string>): number {
  const at = words.flatMap((word, i) => (significant.has(word) ? [i] : []));
  let best = 0;
  let start = 0;
  for (let i = 0; i < at.length; i++) {
    if (i > 0 && at[i] - at[i - 1] > 5) start = i;
    best = Math.max(best, (i - start + 1) ** 2 / (at[i] - at[start] + 1));
  }
  return best;
}

/** Sentences by Luhn's weight (The Automatic Creation of Literature Abstracts, 1958), the heaviest first, given back in the order of the text. */
function frequencySummary(content: string, target: Target, budget: number): Compressed {
  const parts = statements(content);
  const words = parts.map(tokens);
  const significant = significantWords(words);
  const ranked = parts
    .map((_, i) => ({ i, weight: weight([...words[i]], significant) }))
    .toSorted((a, b) => b.weight - a.weight || a.i - b.i);
  let chosen: number[] = [];
  const inOrder = (indices: readonly number[]): string[] => indices.toSorted((a, b) => a - b).map((i) => parts[i]);
  let misses = 0;
  for (const { i } of ranked) {
    const next = [...chosen, i];
    if (size(inOrder(next), target) <= budget) chosen = next;
    else if (++misses > 12) break;
  }
  return wrap(inOrder(chosen), target);
}

/** What any engine has to beat: the beginning of the text, and a frequency summary. Neither cuts or knows anything of agents. */
export const baselines: readonly Baseline[] = [
  { name: 'first-n', compress: firstCharacters },
  { name: 'frequency', compress: frequencySummary },
];
