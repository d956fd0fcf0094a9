import type { Analysis } from '../analysis.ts';
import { isProhibition } from '../cues.ts';
import { cutToWords, wordCount } from '../cut.ts';
import { hasWholeQuotes, joinUnits } from '../join.ts';
import { askingStrength, asks } from '../asking.ts';
import type { Unit } from '../unit.ts';
import { isNoise } from './readable.ts';

/** The last request as one statement, without the courtesies around it; nothing when there is none. */
export function asOne(request: readonly Unit[]): Unit[] {
  const said = withoutCourtesies(request);
  return said.length > 0 ? [{ ...said[0]!, text: joinUnits(said).replaceAll('\n', ' ') }] : [];
}

/** `request` without greetings and thanks, unless it holds nothing else. */
export function withoutCourtesies(request: readonly Unit[]): readonly Unit[] {
  const said = request.filter((unit) => !isNoise(unit.text));
  return said.length > 0 ? said : request;
}

/** Words below which the beginning of a sentence says nothing. */
const LEAST_WORDS = 5;

/** The last request in at most `words` words: its substance first, without asides and at worst cut short; in the order of the text. */
export function requestWithin(analysis: Analysis, words: number): Unit[] {
  const plain = analysis.request.filter((unit) => askingStrength(unit) >= 2);
  const asking = plain.length > 0 ? plain : analysis.request.filter(asks);
  const said = withoutCourtesies(asking.length > 0 ? asking : analysis.request);
  const taken: Unit[] = [];
  let left = words;
  for (const unit of said.toSorted((a, b) => weightOf(b) - weightOf(a) || a.order - b.order)) {
    const text = shortened(unit.text, left, taken.length === 0);
    if (!text) continue;
    left -= wordCount(text);
    taken.push({ ...unit, text });
  }
  return taken.sort((a, b) => a.order - b.order);
}

/** Long sentences say what is to be done, bans and closing words how. */
function weightOf({ text }: Unit): number {
  return Math.min(40, wordCount(text)) - (isProhibition(text) ? 12 : 0) - (/[?？]\s*$/.test(text) ? 4 : 0);
}

function shortened(text: string, words: number, first: boolean): string {
  if (wordCount(text) <= words) return text;
  const plain = text.replace(/\s\([^()]{8,}\)(?=[\s.,;:!?]|$)/g, ' …').trim();
  if (wordCount(plain) <= words) return plain;
  const cut = first && words >= LEAST_WORDS ? cutToWords(plain, words) : '';
  return hasWholeQuotes(cut) ? cut : '';
}
