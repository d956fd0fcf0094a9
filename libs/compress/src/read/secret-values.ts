import data from '../../data/credentials.json' with { type: 'json' };

/** Values shorter than this could be part of a longer word, so they are masked only where they stand by themselves. */
export const LONG_VALUE = 12;
export const plain: ReadonlySet<string> = new Set(data.plain.split(' '));
export const algorithms: ReadonlySet<string> = new Set(data.algorithms.split(' '));
const extensions: ReadonlySet<string> = new Set(data.extensions.split(' '));
const placeholders = data.placeholders.split(' ');

/** `${TOKEN}`, `<your-token>`, `***`, `abc…`: it stands for a value. */
export function isPlaceholder(value: string): boolean {
  if (/^[$<{%[(]|\*\*|\.\.|…|•|xxx/i.test(value)) return true;
  const lower = value.toLowerCase();
  return placeholders.some((begin) => lower.startsWith(begin));
}

/** Letters with digits or signs, which are no number, name, place or date of a thing. */
export function isMixed(value: string): boolean {
  if (value.length < 6 || value.length > 200 || /\s/.test(value)) return false;
  return /\p{L}/u.test(value) && /[\d!@#$%^&*+~?§€]/.test(value) && !isThing(value);
}

/** As {@link isMixed}, and not put together from words and short numbers. */
export function isRandom(value: string): boolean {
  return isMixed(value) && /\d/.test(value) && !isName(value);
}

/** Letters and digits by turns, as no name has them; capitals or hexadecimal digits alone are the id of a key, or a hash. */
export function isTangled(value: string): boolean {
  return (
    value.length >= LONG_NAME &&
    isRandom(value) &&
    value.split(/(?<=\d)(?=\p{L})|(?<=\p{L})(?=\d)/u).length > 4 &&
    /[a-z]/.test(value) &&
    !/^(?:0x)?[0-9a-f-]+$/i.test(value)
  );
}

/** Words, short numbers and words with a number, joined by signs: `db-creds-v2`, `user_id42`, `k8s-prod`. */
export function isName(value: string): boolean {
  return value.split(/[-_.:]/).every((part) => part.length <= 3 || /^(?:\p{L}+\d{0,4}|\d{1,4})$/u.test(part));
}

/** A name in small letters with signs between: `svc-proctor-1`. */
export const isKebab = (value: string): boolean => /^[a-z0-9]+(?:[-_.][a-z0-9]+)+$/.test(value) && isName(value);

/** Letters from which on a value after a word such as "key" may be one. */
const LONG_NAME = 16;
const VERSION = /^v?\d+(?:\.\d+)+/i;
const DATE = /^\d{4}-\d\d-\d\d/;
const TICKET = /^[A-Z]{2,10}-\d+$/;
const QUANTITY = /^[\d.]+-?\p{L}+$/u;
const VARIABLE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;
const ADDRESS = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}$/i;
const ASSIGNMENT = /^[\w.-]+=[^=]/;
const MEMBER = /^[a-z_]\w*(?:\.[a-z_]\w*)+$/i;

/** Versions, dates, tickets, quantities, variables, mail addresses, files, paths, algorithms, and names such as `vault-secret-1`. */
export function isThing(value: string): boolean {
  if ([VERSION, DATE, TICKET, QUANTITY, VARIABLE, ADDRESS, ASSIGNMENT].some((shape) => shape.test(value))) return true;
  if (MEMBER.test(value) && isName(value)) return true;
  const lower = value.toLowerCase();
  if (algorithms.has(lower) || algorithms.has(lower.split(':', 1)[0]!)) return true;
  if (extensions.has(lower.slice(lower.lastIndexOf('.') + 1)) && lower.includes('.')) return true;
  if (value.includes('/')) return isPath(value);
  return /[_-]/.test(value) && /secret|passw|token|key/.test(lower) && isName(value);
}

/** Whether a value with slashes is a path or URL, rather than base64 or words with a number. */
function isPath(value: string): boolean {
  const [first = '', second = '', ...more] = value.split('/');
  const isPhrase = more.length === 0 && /^\p{Lu}[\p{L}-]+$/u.test(first) && /^\d+$/.test(second);
  const base64 = value.length >= 20 && /^[A-Za-z0-9+][A-Za-z0-9+/]*={0,2}$/.test(value);
  return !isPhrase && !(base64 && /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value));
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

/** An expression for any of `words`, the longest first; a space in one may be written `_`, `-` or not at all. */
export function alternatives(words: Iterable<string>): string {
  const escaped = [...words].sort((a, b) => b.length - a.length).map((word) => word.replace(/[.+*?^$()[\]{}|\\]/g, '\\$&'));
  return escaped.map((word) => word.replace(/: /g, '["\']?:[ "\']{0,3}').replace(/(?<=\p{L}) (?=\p{L})/gu, '[ _-]?')).join('|');
}
