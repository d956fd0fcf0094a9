// Lays statements out as text: verbatim, with nothing between them but spaces, line ends and stops.
import type { Unit } from './reading.ts';
import { isAt, SPACELESS } from './tokens/characters.ts';

const ENDED = /[.!?…:;。！？]["”»』」）)\]*_`]*$/u;
/** The end of a sentence in a script that writes no spaces. */
const ENDED_WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー][。！？][”』」）]*$/u;

/** Sentences as running text: a space behind one that ends, else a line of its own; the values of a ledger stay in a row. */
export function joined(units: readonly Pick<Unit, 'text' | 'record'>[]): string {
  return linked(units, '\n');
}

/** Sentences on one line: one that has no stop gets one before the next begins. */
export function joinedOnOneLine(units: readonly Pick<Unit, 'text' | 'record'>[]): string {
  return linked(units, '. ').replace(/\s+/g, ' ');
}

function linked(units: readonly Pick<Unit, 'text' | 'record'>[], link: string): string {
  return units.map((unit, i) => unit.text + (i === units.length - 1 ? '' : betweenOf(unit, units[i + 1]!, link))).join('');
}

function betweenOf(unit: Pick<Unit, 'text' | 'record'>, next: Pick<Unit, 'text' | 'record'>, link: string): string {
  if (unit.record && next.record) return '; ';
  if (!ENDED.test(unit.text)) return link;
  return ENDED_WIDE.test(unit.text) && isAt(next.text, 0, SPACELESS) ? '' : ' ';
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
const signs = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The words of a text in any script: those of UAX #29, and what stands between white space without being one. */
export function countWords(text: string): number {
  let count = 0;
  for (const { words } of piecesOf(segmenter, text)) count += words;
  return count;
}

/** The pieces of a text, each with the words that begin with it. */
function* piecesOf(pieces: Intl.Segmenter, text: string): Generator<{ segment: string; index: number; words: number }> {
  let inside = false;
  let said = false;
  for (const { segment, index, isWordLike = false } of pieces.segment(text)) {
    const isSpace = segment.trim() === '';
    const words = isSpace || (inside && !(isWordLike && said)) ? 0 : 1;
    said = isWordLike || (inside && said);
    inside = !isSpace;
    yield { segment, index, words };
  }
}

/** The beginning of a text in so many characters of JSON and so many words; "…" shows the cut, which is within a word only where the first is too long. */
export function begun(text: string, characters: number, words: number): string {
  return beginningIn(segmenter, text, characters, words) || beginningIn(signs, text, characters, words);
}

function beginningIn(pieces: Intl.Segmenter, text: string, characters: number, most: number): string {
  let room = characters - (costOf(text) > characters ? 1 : 0);
  let left = most;
  for (const { segment, index, words } of piecesOf(pieces, text)) {
    room -= costOf(segment);
    left -= words;
    if (room < 0 || left < 0) return index === 0 ? '' : `${text.slice(0, index).trimEnd()}…`;
  }
  return text;
}

/** Characters of a text inside a string of JSON. */
function costOf(text: string): number {
  return JSON.stringify(text).length - 2;
}
