import type { Shape, Token } from '../reading.ts';
import { months, weekdays } from './calendar.ts';
import {
  bitsOf,
  DIGIT,
  ENDER,
  FIRST,
  INNER,
  isAt,
  JOINER,
  LETTER,
  LETTERS,
  LOWER,
  MARK,
  NUMBERS,
  NUMERAL,
  OTHER,
  SPACE,
  SPACELESS,
  UPPER,
  WORDY,
} from './characters.ts';
import { enter, MOST, numberAt, numberOf, UNKNOWN, wordOf } from '../model/vocabulary.ts';

const NUMBER = /^\d[\d.,]*$/;
const CLOCK = /^\d{1,2}[:h.]\d\d(?::\d\d)?$/;
/** Of a token without marks and other numerals, in which whatever is beyond ASCII is a letter. */
const QUANTITY = /^\d[\d.,]*(?:%|[a-z\u0080-\uffff]{1,3})$/i;
const DATE = /^\d{4}-\d\d-\d\d(?:T.*)?$|^\d{1,2}\/\d{1,2}\/(?:\d{2,4})?$|^\d{1,2}\.\d{1,2}\.(?:19|20)\d\d$/;
const URL = /[a-z][a-z0-9+.-]*:\/\/[^\s"'`<>()[\]{}|,;，。]+/iuy;
/** Signs behind which a capital says nothing. */
const OPENING = new Set('.:?!"(-–—*>#•');
const SIGNS: ReadonlyMap<string, string> = new Map(['–—', '“"', '”"', '„"'].map((pair) => [...pair]).map(([sign, norm]) => [sign!, norm!]));
const DAY = enter('^day');
const MONTH = enter('^month');
/** The number of what stands for the day or month with a number. */
const DATES = new Uint16Array(MOST);
for (const name of weekdays) DATES[enter(name)] = DAY;
for (const name of months) DATES[enter(name)] = MONTH;

const HYPHEN = 45;
const STOP = 46;
const SLASH = 47;
const COLON = 58;
const LOW_LINE = 95;

/** Cuts `text` into words, numbers, names and signs. Linear in its length. */
export function tokenise(text: string): Token[] {
  const scanner = new Scanner(text);
  const tokens: Token[] = [];
  let opens = true;
  while (scanner.next()) {
    const { start, end, first, rest } = scanner;
    const seen = first | rest;
    // What the vocabulary may hold as it is written need not be cut out.
    const isPlain = !(seen & (UPPER | LETTER | NUMERAL | JOINER));
    const known = isPlain ? numberAt(text, start, end) : UNKNOWN;
    const token = known === UNKNOWN ? text.slice(start, end) : wordOf(known);
    const shape = shapeOf(token, first, rest, opens);
    const norm = normOf(token, shape, seen);
    const word = isPlain && norm === token ? known : numberOf(norm);
    const date = shape === 'word' || shape === 'name' ? DATES[word]! : UNKNOWN;
    tokens.push({ text: token, start, norm: date === UNKNOWN ? norm : wordOf(date), shape, word: date || word });
    opens = shape === 'sign' && OPENING.has(token);
  }
  return tokens;
}

/**
 * Finds token after token: a URL; a character of a script that writes no spaces; a word, number, path, flag or code name; or any other
 * sign. It keeps what it saw of a run of characters, so that none is looked through twice.
 */
class Scanner {
  readonly #text: string;
  start = 0;
  end = 0;
  /** Bits of the token's first character. */
  first = 0;
  /** Bits of all its other characters together. */
  rest = 0;
  /** Where the run ends that was looked through last: behind the token that was found in it, nothing in it can end another. */
  #runEnd = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Goes to the next token; false where there is none. */
  next(): boolean {
    const text = this.#text;
    let at = this.end;
    while (at < text.length && bitsOf(text.charCodeAt(at)) & SPACE) at++;
    if (at === text.length) return false;
    const code = text.codePointAt(at)!;
    this.start = at;
    this.end = at + widthOf(code);
    this.first = bitsOf(code);
    this.rest = 0;
    if ((this.first & (FIRST | SPACELESS)) === FIRST) this.#goOn(true);
    else if (code === HYPHEN || code === STOP || code === SLASH) this.#prefix();
    return true;
  }

  /**
   * A flag, a path or a hidden file, where the sign at hand begins one: "-", "--", ".", "/", "./" or "../" before a word, and no word
   * before it.
   */
  #prefix(): void {
    const text = this.#text;
    const { start } = this;
    const first = text.charCodeAt(start);
    let word = start + 1;
    if (first === HYPHEN && text.charCodeAt(word) === HYPHEN) word++;
    else if (first === STOP && (text.startsWith('./', word) || text.startsWith('/', word))) word = text.indexOf('/', word) + 1;
    if (isWordBefore(text, start) || !(isAt(text, word, LETTERS) || text.charCodeAt(word) === LOW_LINE)) return;
    const code = text.codePointAt(word)!;
    this.end = word + widthOf(code);
    this.rest = bitsOf(code);
    this.#goOn(false);
  }

  /** Takes in what goes on with the word at hand, up to the last character that may end a token. */
  #goOn(mayBeUrl: boolean): void {
    const text = this.#text;
    let { rest, end: at } = this;
    let colons = mayBeUrl ? 0 : 1;
    if (at > this.#runEnd) {
      while (at < text.length) {
        const unit = text.charCodeAt(at);
        const code = isSurrogate(unit) ? text.codePointAt(at)! : unit;
        const bits = bitsOf(code);
        if (!(bits & INNER)) break;
        if (code === COLON && colons++ === 0 && this.#isUrl(at)) return;
        at += widthOf(code);
        rest |= bits;
        if (bits & ENDER) [this.end, this.rest] = [at, rest];
      }
      this.#runEnd = at;
    }
    if (text.startsWith('()', this.end)) {
      this.end += 2;
      this.rest |= OTHER;
    }
  }

  /** Takes the token for a URL, if its first colon, at `colon`, makes it one. */
  #isUrl(colon: number): boolean {
    URL.lastIndex = this.start;
    if (!this.#text.startsWith('//', colon + 1) || !URL.test(this.#text)) return false;
    this.end = URL.lastIndex;
    while ('.:!?'.includes(this.#text[this.end - 1]!)) this.end--;
    this.rest |= OTHER | UPPER;
    return true;
  }
}

/** Whether a letter or a number stands before `at`. */
function isWordBefore(text: string, at: number): boolean {
  return isAt(text, at - 1 - Number(isLowSurrogate(text.charCodeAt(at - 1))), LETTERS | NUMBERS);
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xe000;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}

function widthOf(code: number): number {
  return code > 0xffff ? 2 : 1;
}

/** What `token` looks like, of which `first` and `rest` are made of what. `opens`: it begins a sentence, where a capital says nothing. */
function shapeOf(token: string, first: number, rest: number, opens: boolean): Shape {
  const seen = first | rest;
  if (first & WORDY && !(seen & (NUMBERS | OTHER)) && (!(seen & JOINER) || isJoined(token))) return wordShapeOf(token, first, rest, opens);
  if (first & DIGIT) {
    if (!(rest & ~first)) return 'number';
    if (DATE.test(token)) return 'date';
    if (NUMBER.test(token)) return 'number';
    if (CLOCK.test(token)) return 'time';
    if (!(rest & (MARK | NUMERAL)) && QUANTITY.test(token)) return 'unit';
  }
  return token.length > 1 && seen & (LETTERS | NUMBERS) ? 'id' : 'sign';
}

/** Whether no two joining signs of a word stand side by side. */
function isJoined(word: string): boolean {
  for (let i = 1; i < word.length; i++) if (isAt(word, i, JOINER) && isAt(word, i - 1, JOINER)) return false;
  return true;
}

function wordShapeOf(token: string, first: number, rest: number, opens: boolean): Shape {
  const inside = rest & UPPER ? innerCapitalsOf(token) : undefined;
  return inside ?? (first & UPPER && !opens ? 'name' : 'word');
}

/** A word with capitals inside: all of it ("HTTP", "URLs"), by humps ("parseHeader", "HTTPServer"), or neither ("E-Mail"). */
function innerCapitalsOf(token: string): Shape | undefined {
  let before = 0;
  let run = 0;
  let hasHump = false;
  let capitals = 0;
  let units = 0;
  for (const character of token) {
    const bits = bitsOf(character.codePointAt(0)!);
    hasHump ||= (before & LOWER && bits & UPPER) !== 0 || (run > 1 && (bits & LOWER) !== 0);
    run = bits & UPPER ? run + 1 : 0;
    if (bits & UPPER) capitals++;
    before = bits;
    units++;
  }
  if (capitals === units || (capitals > 1 && capitals === units - 1 && token.endsWith('s'))) return 'caps';
  return hasHump ? 'id' : undefined;
}

/** The form under which a token is looked up. `seen`: what it is made of. */
function normOf(token: string, shape: Shape, seen: number): string {
  if (shape === 'sign') return SIGNS.get(token) ?? token;
  const lower = seen & (UPPER | LETTER | NUMERAL) ? token.toLowerCase() : token;
  return seen & JOINER ? lower.replace('’', "'") : lower;
}
