/** What a character can be in a token, as bits of one number. */
export const LOWER = 1;
export const UPPER = 2;
/** A letter without case, or with more than two. */
export const LETTER = 4;
export const MARK = 8;
/** 0 to 9. */
export const DIGIT = 16;
/** Any other number: "½", "Ⅷ". */
export const NUMERAL = 32;
/** Apostrophes and the hyphen: what holds the parts of a word together. */
export const JOINER = 64;
/** May stand inside of a token. */
export const INNER = 128;
/** May end a token. */
export const ENDER = 256;
/** May begin a token of several characters. */
export const FIRST = 512;
/** Of a script that writes no spaces: a token by itself. */
export const SPACELESS = 1_024;
export const SPACE = 2_048;
/** Ends a URL. */
const BREAK = 4_096;
/** Has been looked up. */
const KNOWN = 8_192;
/** What the bits of a token say for whatever no word and no number holds. */
export const OTHER = 16_384;

export const LETTERS = LOWER | UPPER | LETTER;
export const WORDY = LETTERS | MARK;
export const NUMBERS = DIGIT | NUMERAL;

const BMP = 0x1_00_00;
const kinds: readonly (readonly [RegExp, number])[] = [
  [/\p{Ll}/u, LOWER],
  [/\p{Lu}/u, UPPER],
  [/[\p{Lt}\p{Lm}\p{Lo}]/u, LETTER],
  [/\p{M}/u, MARK],
  [/[0-9]/, DIGIT],
  [/(?![0-9])\p{N}/u, NUMERAL],
  [/['’-]/, JOINER],
  [/[\p{L}\p{M}\p{N}_'’./\\@:+#%&=~*-]/u, INNER],
  [/[\p{L}\p{M}\p{N}_/\\%]/u, ENDER],
  [/[\p{L}\p{M}\p{N}_$#@~\\]/u, FIRST],
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー]/u, SPACELESS],
  [/\s/, SPACE],
  [/[\s"'`<>()[\]{}|,;，。]/, BREAK],
];
/** The bits of each character of the first plane that has been met. */
const met = new Uint16Array(BMP);

/** What the character `code` (a code point) can be in a token. */
export function bitsOf(code: number): number {
  return code < BMP ? met[code]! || (met[code] = lookedUp(code)) : lookedUp(code);
}

function lookedUp(code: number): number {
  const character = String.fromCodePoint(code);
  const bits = kinds.reduce((sum, [kind, bit]) => (kind.test(character) ? sum | bit : sum), KNOWN);
  return bits & (WORDY | NUMBERS | JOINER) ? bits : bits | OTHER;
}

/**
 * Whether the character of `text` at `at` is one of those that `bits` tell. Regular expressions with classes of Unicode would take long to
 * build.
 */
export function isAt(text: string, at: number, bits: number): boolean {
  const code = text.codePointAt(at);
  return code !== undefined && (bitsOf(code) & bits) !== 0;
}
