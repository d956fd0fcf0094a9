import type { Token } from '../reading.ts';
import { isAt, LOWER, UPPER } from '../tokens/characters.ts';
import { shortMonths, shortWeekdays } from '../tokens/calendar.ts';
import { measures, measuresWithStop } from '../tokens/measures.ts';
import abbreviations from '../../data/abbreviations.json' with { type: 'json' };

type Entry = { words: string; before?: 'number' };
const wordsOf = (entries: readonly Entry[]): Set<string> => new Set(entries.flatMap(({ words }) => words.split(' ')));
const entries = abbreviations.entries as readonly Entry[];
/** Abbreviations behind which a sentence goes on, and those that are one only before a number ("no. 5"). With a capital: written so alone. */
const ABBREVIATIONS = wordsOf(entries.filter(({ before }) => before === undefined));
const NUMBERING = wordsOf(entries.filter(({ before }) => before === 'number'));
/** Longest sentence, in UTF-16 units; a longer one is cut at a space, and "…" shows the cut. */
const LONGEST = 700;
const STOPS = new Set(['.', '?', '!', '…', '。', '！', '？']);
const FULL_WIDTH = new Set(['。', '！', '？']);
const CLOSERS = new Set([')', ']', '"', '”', '’', "'", '»', '*', '_', '`', '~', '」', '』']);

const ROMAN = /^[IVXLC]+$/;
/** Tokens behind a stop within which a number may follow, behind brackets or emphasis. */
const MOST_OPENERS = 4;
const YEAR = /^(?:19|20)\d\d$/;

/** A sentence with its tokens, their places counted from its own beginning. */
export type Sentence = { text: string; tokens: Token[] };

/**
 * Cuts running text without line ends into sentences, by its tokens, which it takes over: a stop ends one unless it belongs to an
 * abbreviation, an initial or an ordinal (after the rules of Punkt: Kiss and Strunk, Unsupervised Multilingual Sentence Boundary Detection,
 * 2006), and the entries of a list within the line ("1) … 2) …") are sentences of their own.
 */
export function sentences(text: string, tokens: Token[]): Sentence[] {
  const found: Sentence[] = [];
  let from = 0;
  let entry = 1;
  let sign = '1';
  let bracket = -1;
  for (let i = 0; i < tokens.length; i++) {
    if (tokens[i]!.text === '(') bracket = i;
    else if (tokens[i]!.text === ')') bracket = -1;
    if (beginsEntry(tokens, i, sign)) {
      // The first one belongs to what announces it.
      if (entry > 1 && i > from) {
        pieces(text, tokens.slice(from, i), found);
        from = i;
      }
      sign = String(++entry);
    }
    if (!isStop(tokens[i]!)) continue;
    const stop = i;
    while (i + 1 < tokens.length && isStop(tokens[i + 1]!) && adjoin(tokens[i]!, tokens[i + 1]!)) i++;
    while (i + 1 < tokens.length && CLOSERS.has(tokens[i + 1]!.text) && adjoin(tokens[i]!, tokens[i + 1]!)) {
      if (tokens[++i]!.text === ')') bracket = -1;
    }
    if (i + 1 === tokens.length || !endsSentence(tokens, stop, i) || isNote(tokens, bracket, stop)) continue;
    pieces(text, tokens.slice(from, i + 1), found);
    from = i + 1;
    bracket = -1;
  }
  pieces(text, from === 0 ? tokens : tokens.slice(from), found);
  return found;
}

/** Whether the entry of a number begins at `i`, in a list within a line: "1) … 2) …". */
function beginsEntry(tokens: readonly Token[], i: number, number: string): boolean {
  const [token, next] = [tokens[i]!, tokens[i + 1]];
  if (token.text !== number || next?.text !== ')' || !adjoin(token, next)) return false;
  const before = tokens[i - 1];
  return !before || !adjoin(before, token);
}

function isStop({ text, shape }: Token): boolean {
  return shape === 'sign' && STOPS.has(text);
}

function adjoin(token: Token, next: Token): boolean {
  return token.start + token.text.length === next.start;
}

/** Whether the stop at `stop`, with the closing signs up to `last`, ends a sentence. */
function endsSentence(tokens: readonly Token[], stop: number, last: number): boolean {
  const sign = tokens[last]!;
  const next = tokens[last + 1]!;
  if (FULL_WIDTH.has(tokens[stop]!.text)) return true;
  if (adjoin(sign, next)) return false;
  const goesOn = isAt(next.text, 0, LOWER);
  if (tokens[stop]!.text === '…' || tokens[stop + 1]?.text === '.') return !goesOn;
  const before = tokens[stop - 1];
  if (tokens[stop]!.text !== '.' || !before || !adjoin(before, tokens[stop]!)) return true;
  const isCounted = tokens[stop - 2]?.shape === 'number' && measures.has(before.norm);
  if (isCounted && measuresWithStop.has(before.text)) return false;
  if (ABBREVIATIONS.has(before.norm) || ABBREVIATIONS.has(before.text)) return isCounted && !goesOn;
  const word = tokens.slice(last + 1, last + MOST_OPENERS).find(({ shape }) => shape !== 'sign') ?? next;
  if (NUMBERING.has(before.norm) && !isCounted && (goesOn || isNumber(word))) return false;
  if (isDated(tokens, stop, word) && (goesOn || !isAt(word.text, 0, LOWER))) return false;
  const initial = before.text.length === 1 && isAt(before.text, 0, UPPER) && isAt(next.text, 0, UPPER);
  const ordinal = before.shape === 'number' && before.text.length <= 2 && (goesOn || next.norm === '^month');
  return !initial && !ordinal && !(goesOn && before.text.length <= 3 && before.shape === 'word');
}

/** Whether the stop at `stop` is that of an abbreviation in the bracket that is open since `bracket`: "(Insp. Delmas)", "(see cl. 10.3)". */
function isNote(tokens: readonly Token[], bracket: number, stop: number): boolean {
  if (bracket < 0 || tokens[stop]!.text !== '.') return false;
  const next = tokens[stop + 1]!;
  return stop === bracket + 2 || isNumeric(next) || next.shape === 'id';
}

/** Whether a token is a number, alone, in a time or date, or with its unit. */
export function isNumeric({ shape }: Token): boolean {
  return shape === 'number' || shape === 'time' || shape === 'date' || shape === 'unit';
}

/** Whether a token numbers something: "5", "IV", "A", "A-17". */
function isNumber(token: Token): boolean {
  const { text, shape } = token;
  return isNumeric(token) || shape === 'id' || ROMAN.test(text) || (text.length === 1 && isAt(text, 0, UPPER));
}

/**
 * Whether the stop at `stop` belongs to the short name of a day or month, and `word` goes on with the date or the sentence. A name in small
 * letters may be another word, so that a number goes on with it only in a date.
 */
function isDated(tokens: readonly Token[], stop: number, word: Token): boolean {
  const before = tokens[stop - 1]!;
  const name = before.text.toLowerCase();
  const isMonth = shortMonths.has(name);
  if (!isMonth && !shortWeekdays.has(name)) return false;
  if (isAt(word.text, 0, LOWER) || word.norm.startsWith('^')) return true;
  if (!isNumeric(word) || isAt(before.text, 0, UPPER)) return isNumeric(word);
  if (isMonth && (tokens[stop - 2]?.shape === 'number' || YEAR.test(word.text))) return true;
  return before.norm === '^day' || tokens[tokens.indexOf(word, stop) + 1]?.norm === '^month';
}

/** Adds one sentence of `tokens` to `found`; one that is too long is cut behind a semicolon, else visibly at any word. */
function pieces(text: string, tokens: Token[], found: Sentence[]): void {
  if (tokens.length > 1 && endOf(tokens.at(-1)!) - tokens[0]!.start > LONGEST) {
    const most = tokens.findIndex((token) => endOf(token) - tokens[0]!.start > LONGEST);
    const cut = tokens.slice(0, most).findLastIndex((token) => token.text === ';') + 1;
    if (cut > 1) {
      pieces(text, tokens.slice(0, cut), found);
      return pieces(text, tokens.slice(cut), found);
    }
  }
  let from = 0;
  while (from < tokens.length) {
    const { start } = tokens[from]!;
    let to = tokens.length;
    if (endOf(tokens[to - 1]!) - start > LONGEST) {
      to = from + 1;
      while (to < tokens.length && endOf(tokens[to]!) - start <= LONGEST) to++;
    }
    const all = from === 0 && to === tokens.length;
    const own = all ? tokens : tokens.slice(from, to);
    const last = endOf(tokens[to - 1]!);
    if (all && last - start <= LONGEST) found.push({ text: text.slice(start, last), tokens: own });
    else {
      const end = Math.min(last, start + LONGEST);
      const cut = to < tokens.length || end < last;
      found.push({ text: `${from > 0 ? '…' : ''}${text.slice(start, end).toWellFormed()}${cut ? '…' : ''}`, tokens: own });
    }
    shift(own, (from > 0 ? 1 : 0) - start);
    from = to;
  }
}

function endOf(token: Token): number {
  return token.start + token.text.length;
}

/** Moves tokens, in place: each belongs to one sentence only. */
export function shift(tokens: readonly Token[], by: number): void {
  if (by !== 0) for (const token of tokens) token.start += by;
}
