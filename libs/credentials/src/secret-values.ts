import data from '../data/names.json' with { type: 'json' };
import letters from '../data/letters.json' with { type: 'json' };

/** Values shorter than this could be part of a longer word, so they are masked only where they stand by themselves. */
export const LONG_VALUE = 12;
export const plain: ReadonlySet<string> = new Set(data.plain.split(' '));
export const algorithms: ReadonlySet<string> = new Set(data.algorithms.split(' '));
const extensions: ReadonlySet<string> = new Set(data.extensions.split(' '));
const placeholders = data.placeholders.split(' ');

const BRACKETED = /^(?:[<[({%]{1,2}([\w .:,$'"[-]*)[>\])}%]*[>),;]?|%[\w()-]*s)$/;
const EXPANSION = /^(?:\$\{|\$\(|\{\{|#\{\w)/;
const ELLIPSIS = /\*{4}|^\*+$|\.{3}|…|•|xxxx|XXXX|^[.xX-]+$/;
const VARIABLE_USE = /^\$[A-Za-z_]\w*$/;

/** `${TOKEN}`, `<your-token>`, `***`, `abc…`: it stands for a value. */
export function isPlaceholder(value: string): boolean {
  if (EXPANSION.test(value) || ELLIPSIS.test(value)) return true;
  const bracketed = BRACKETED.exec(value);
  if (bracketed && isName((bracketed[1] ?? '').replace(/['"[$]/g, ' '))) return true;
  if (VARIABLE_USE.test(value) && isName(value.slice(1))) return true;
  const lower = value.toLowerCase();
  return placeholders.some((begin) => lower.startsWith(begin));
}

/** Letters with digits or signs, which are no number, name, place or date of a thing. */
export function isMixed(value: string): boolean {
  if (value.length < 6 || value.length > 500 || /\s/.test(value)) return false;
  const signed = /[!@#$%^&*+~?§€]/.test(value);
  if (!/\p{L}/u.test(value)) return value.length >= LONG_VALUE && signed && /\d/.test(value);
  return (signed || /\d/.test(value)) && !isThing(value);
}

/** As {@link isMixed}, and not put together from words and short numbers. */
export function isRandom(value: string): boolean {
  return isMixed(value) && /\d/.test(value) && !isName(value);
}

/** Letters alone need this length before they are told from a word. */
const LONG_LETTERS = 10;

/** Not put together from words and numbers; unlike {@link isRandom}, it needs no digit. */
export function isOpaque(value: string): boolean {
  if (value.length < 8 || value.length > 500 || /\s/.test(value) || !/\p{L}/u.test(value)) return false;
  if (/^\p{L}+$/u.test(value) && (value.length < LONG_LETTERS || /password|secret|token/i.test(value))) return false;
  return !isName(value) && !isThing(value) && !(value.startsWith('@') && isName(value.slice(1)));
}

/** Letters and digits by turns, as no name has them; capitals or hexadecimal digits alone are the id of a key, or a hash. */
export function isTangled(value: string): boolean {
  return (
    value.length >= LONG_NAME &&
    isRandom(value) &&
    value.split(/(?<=\d)(?=\p{L})|(?<=\p{L})(?=\d)/u).length > 4 &&
    /[a-z]/.test(value) &&
    !HEXADECIMAL.test(value)
  );
}

export const HEXADECIMAL = /^(?:0x)?[0-9a-f-]+$/i;

/** Words, numbers and words with a number, joined by signs: `db-creds-v2`, `user_id42`, `k8s-prod`. */
export function isName(value: string): boolean {
  return value.split(/[-_.:/@,;|+\s]/).every(isNamePart);
}

const WORD_WITH_NUMBER = /^(\p{L}+)\d{0,4}$/u;

function isNamePart(part: string): boolean {
  if (part.length <= 3 || /^\d+$/.test(part)) return true;
  const word = WORD_WITH_NUMBER.exec(part)?.[1];
  return word !== undefined && isWordlike(word);
}

/** Letters up to which a run of them is an abbreviation. */
const ABBREVIATION = 4;
/** The least mean of the likelihoods of a word's pairs of letters (0 to 9), and that for a short one. */
const WORDLIKE = { long: 3.2, short: 2.6, shortLetters: 9 } as const;
/** `fooBar`, `HTTPServer`: the words of which a name is put together. */
const HUMP = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+/gu;
const LEAST_HUMP = 3;
const table: Readonly<Record<string, string>> = letters.pairs;

/**
 * Whether a run of letters looks like words of a language in Latin letters: how likely each letter follows the one before, by a table. Letters drawn
 * at random look so in 2 of 100 cases with 12 letters, in 1 of 200 with 20. Other scripts are always words.
 */
function isWordlike(run: string): boolean {
  if (run.length <= ABBREVIATION) return true;
  const humps = run.match(HUMP);
  if (!humps) return true;
  if (humps.length > 1 && run.length < LEAST_HUMP * humps.length) return false;
  let pairs = 0;
  let sum = 0;
  for (const hump of humps) {
    const latin = hump.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
    for (let at = 1; at < latin.length; at++) {
      const likelihood = table[latin[at - 1]!]?.[latin.charCodeAt(at) - 97];
      pairs += 1;
      sum += likelihood === undefined ? WORDLIKE.long * 2 : Number(likelihood);
    }
  }
  return pairs === 0 || sum / pairs >= (run.length <= WORDLIKE.shortLetters ? WORDLIKE.short : WORDLIKE.long);
}

/** A name in small letters with signs between: `svc-proctor-1`. */
export const isKebab = (value: string): boolean => /^[a-z0-9]+(?:[-_.][a-z0-9]+)+$/.test(value) && isName(value);

/** Letters from which on a value after a word such as "key" may be one. */
const LONG_NAME = 16;
const VERSION = /^v?\d+(?:\.\d+)+((?:[-+_.]|[a-z]+\d*$)[\w.+-]*)?$/i;
const DATE = /^\d{4}-\d\d-\d\d(?:[T_ ].*)?$/;
const TICKET = /^[A-Z]{2,10}-\d+$/;
const QUANTITY = /^[\d.,]+-?([a-z]\d+|\p{L}+)$/iu;
const VARIABLE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;
const ADDRESS = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}$/i;
const ASSIGNMENT = /^([\w.-]+)=[^=]/;
const MEMBER = /^[a-z_]\w*(?:[?!]?\.[a-z_]\w*)+[?!]?$/i;

/** Versions, dates, tickets, quantities, variables, mail addresses, files, paths, algorithms, and names such as `vault-secret-1`. */
export function isThing(value: string): boolean {
  if ([DATE, TICKET, ADDRESS].some((shape) => shape.test(value))) return true;
  const unit = VERSION.exec(value)?.[1] ?? QUANTITY.exec(value)?.[1] ?? ASSIGNMENT.exec(value)?.[1];
  if (unit !== undefined ? isName(unit) : VERSION.test(value)) return true;
  if ((MEMBER.test(value) || VARIABLE.test(value)) && isName(value.replace(/[?!]/g, ''))) return true;
  const lower = value.toLowerCase();
  if (algorithms.has(lower) || algorithms.has(lower.split(':', 1)[0]!)) return true;
  if (extensions.has(lower.slice(lower.lastIndexOf('.') + 1)) && lower.includes('.')) return true;
  if (value.includes('/')) return isPath(value);
  return /[_-]/.test(value) && /secret|passw|token|key/.test(lower) && isName(value);
}

const URL_BEGINS = /^[[(<]?(?:[a-z][a-z+]{1,9}:\/\/|\/\/(?:[\w-]+\.|localhost))/;
const PLAIN_PATH = /^(?:[.~]{0,2}\/)?[\w.@ -]+(?:\/[\w.@ -]*)*$/;

/** Whether a value with slashes is a URL or path, of which half are words, rather than base64 or words with a number. */
function isPath(value: string): boolean {
  if (URL_BEGINS.test(value)) return true;
  if (/^\p{Lu}[\p{L}-]+\/\d+$/u.test(value)) return false;
  const words = value.match(/\p{L}+/gu)!.filter((word) => word.length >= ABBREVIATION && isWordlike(word));
  return words.join('').length * 2 >= value.length || (PLAIN_PATH.test(value) && isName(value));
}

/** Without the signs that end a sentence or bracket. */
export function trimmed(value: string): string {
  let end = value.length;
  while (end > 0 && '.,:;!?)]}*#_-…'.includes(value[end - 1]!)) end--;
  return value.slice(0, end);
}

/** What the sticky `pattern` matches at `at`; empty where it does not. */
export function runAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

export function isLetterOrDigit(letter: string | undefined): boolean {
  return letter !== undefined && /[\p{L}\p{N}]/u.test(letter);
}

type Branch = Map<string, Branch>;

/**
 * The source of an expression for any of `words`, the longest first; a space in one may be written `_`, `-` or not at all. Words that begin alike share
 * their beginning: that is four times as fast as a list of them.
 */
export function alternatives(words: Iterable<string>): string {
  const root: Branch = new Map();
  for (const word of words) {
    let branch = root;
    for (const atom of word.match(/: |[^]/gu) ?? []) {
      if (!branch.has(atom)) branch.set(atom, new Map());
      branch = branch.get(atom)!;
    }
    branch.set('', new Map());
  }
  return sourceOf(root);
}

function sourceOf(branch: Branch): string {
  const ways = [...branch].filter(([atom]) => atom !== '').map(([atom, rest]) => `${atomSource(atom)}${sourceOf(rest)}`);
  if (ways.length === 0) return '';
  const optional = branch.has('');
  return ways.length === 1 && !optional ? ways[0]! : `(?:${ways.join('|')})${optional ? '?' : ''}`;
}

function atomSource(atom: string): string {
  if (atom === ': ') return '["\']?:["\' ]{0,3}';
  return atom === ' ' ? '[ _-]?' : atom.replace(/[.+*?^$()[\]{}|\\]/, '\\$&');
}
