import data from '../../data/credentials.json' with { type: 'json' };
import type { Credential } from './masking.ts';
import {
  algorithms,
  alternatives,
  isKebab,
  isLetterOrDigit,
  isMixed,
  isName,
  isPlaceholder,
  isRandom,
  isTangled,
  isThing,
  plain,
  runAt,
  trimmed,
} from './secret-values.ts';

/**
 * How much a value must look like a secret after a word for one: after "secret" and "token" names of things are common, and a "name" such
 * as "key" mostly is that of something else. A "code" is a key or a password; behind "login" a name stands before the password.
 */
type Strength = 'password' | 'phrase' | 'pin' | 'key' | 'code' | 'token' | 'licence' | 'login' | 'name';
type SecretWord = { kind: string; strength: Strength; follows?: boolean };
/** What joins a value to the word before it: nothing, a verb ("is"), a sign (":", "="). */
type Link = 'none' | 'verb' | 'sign';
type Value = { start: number; text: string; quoted: boolean };

const words = new Map<string, SecretWord>();
for (const entry of data.words as ({ words: string } & SecretWord)[])
  for (const word of listed(entry.words)) words.set(squeezed(word), entry);
const WORD = new RegExp(alternatives(data.words.flatMap((entry) => listed(entry.words))), 'gi');
const USE = new RegExp(`\\s(?:${alternatives(data.uses.flatMap((entry) => listed(entry.words)))})\\s+$`, 'i');
const SPACELESS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const links: ReadonlySet<string> = new Set(data.links.flatMap((entry) => listed(entry.words)));

/** What may follow the word inside the same name: `PASSWORD_PROD`, `token2`; `token_count` is another thing. */
const NAME_ENDS = new RegExp(`(?:[_-]?(?:${data.suffixes.split(' ').join('|')}))?\\d{0,2}(?![\\p{L}\\p{N}_]|[-.][\\p{L}\\p{N}])`, 'iuy');
/** What closes the name: quotes, emphasis, brackets. */
const MARKS = /[\\"'`*)\]]{0,6}/y;
/** Signs that join a value to the name right before it, and those that may do so later in the clause. */
const FIRST_SIGN = /[ \t]{0,20}(?:[:=]{1,3}>?|[|>：＝→]|->)\*{0,2}[ \t]{0,20}/y;
const LATER_SIGN = /[ \t]{0,3}[:=：＝][ \t]{0,3}/y;
const SPACES = /[ \t]{0,20}/y;
const OPTION = /--[\w-]{0,30}$/;
const BETWEEN = /[^\s:=：＝]{1,40}/y;
const CLAUSE_ENDS = /[.,;!?]$/;
/** Letters after the word, and words between, in which its value is looked for. */
const REACH = 160;
const MOST_BETWEEN = 8;
/** A word as long as this may end a longer one: "WLAN-Passwort", "rootpassword". */
const LONG_WORD = 6;

/** Values that stand after a word for a secret, on its line and in its clause. */
export function byWord(text: string): Credential[] {
  const found: Credential[] = [];
  WORD.lastIndex = 0;
  for (let match = WORD.exec(text); match; match = WORD.exec(text)) {
    const name = match[0];
    const nameEnd = WORD.lastIndex;
    NAME_ENDS.lastIndex = nameEnd;
    if (!beginsName(text, match.index, name) || !(NAME_ENDS.test(text) || endsSpaceless(text, nameEnd))) {
      WORD.lastIndex = match.index + 1;
      continue;
    }
    const from = Math.max(NAME_ENDS.lastIndex, nameEnd);
    const option = OPTION.test(text.slice(Math.max(0, match.index - 34), match.index));
    const value = valueAfter(text.slice(from, from + REACH).split('\n', 1)[0]!, name, option);
    const { kind } = words.get(squeezed(name))!;
    const before = value ? undefined : valueBefore(text, match.index, name);
    if (before) found.push({ ...before, kind });
    if (!value) continue;
    const start = from + value.start;
    found.push({ start, end: start + value.text.length, kind });
    WORD.lastIndex = start + value.text.length;
  }
  return found;
}

function beginsName(text: string, at: number, name: string): boolean {
  const before = text[at - 1];
  if (name.startsWith('-')) return before === undefined || /\s/.test(before);
  if (!isLetterOrDigit(before) || SPACELESS.test(name) || name.length >= LONG_WORD || name.startsWith('_')) return true;
  return before!.toUpperCase() !== before && name[0]!.toUpperCase() === name[0];
}

/** Whether a name in a script without spaces ends at `end`, and something else begins. */
function endsSpaceless(text: string, end: number): boolean {
  return SPACELESS.test(text[end - 1]!) && /[!-~]/.test(text[end] ?? '');
}

/** The value that is used as what `name`, at `at`, says: "… as the passphrase". */
function valueBefore(text: string, at: number, name: string): { start: number; end: number } | undefined {
  const line = text
    .slice(Math.max(0, at - REACH), at)
    .split('\n')
    .at(-1)!;
  const use = USE.exec(line);
  const run = use
    ? /[^\s"'`<>|,;]{1,80}$/.exec(
        line
          .slice(0, use.index)
          .replace(/["'`]$/, ' ')
          .trimEnd(),
      )?.[0]
    : undefined;
  const { strength } = words.get(squeezed(name))!;
  if (run === undefined || isPlaceholder(run) || CODE.test(run)) return undefined;
  const isPassword = strength === 'password' || strength === 'phrase';
  if (isPassword ? !(isMixed(run) && isStrong(run)) : !(strength === 'key' || strength === 'token') || !isTangled(run)) return undefined;
  const start = at - line.length + line.lastIndexOf(run, use!.index);
  return { start, end: start + run.length };
}

/** The value that the rest of a line gives to `name`. `option`: the name is one of a command line, whose value simply follows. */
function valueAfter(rest: string, name: string, option: boolean): Value | undefined {
  const { strength, follows } = words.get(squeezed(name))!;
  let at = runAt(MARKS, rest, 0).length;
  let link: Link = follows || option ? 'verb' : 'none';
  let before = '';
  for (let step = 0; step < MOST_BETWEEN && at < rest.length; step++) {
    const sign = runAt(step === 0 ? FIRST_SIGN : LATER_SIGN, rest, at);
    if (sign !== '') link = 'sign';
    at += sign === '' ? runAt(SPACES, rest, at).length : sign.length;
    if (strength === 'login' && (link !== 'none' || step === 0)) {
      const value = passwordAt(rest, at, link);
      if (value) return value;
    }
    const value = strength === 'login' ? undefined : valueAt(rest, at);
    const near =
      step === 0 ||
      rest[at] === '(' ||
      (strength !== 'name' && (link === 'verb' || (link === 'sign' && value !== undefined && !isKebab(value.text))));
    if (value && near && isSecret(value, strength, link, name)) return value;
    const phrase = link === 'none' ? undefined : phraseAt(rest, at, strength, link);
    if (phrase) return phrase;
    const word = runAt(BETWEEN, rest, at);
    const norm = word.toLowerCase();
    if (word === '' || CLAUSE_ENDS.test(word) || algorithms.has(norm)) return undefined;
    link = links.has(norm) || links.has(`${before} ${norm}`) ? 'verb' : 'none';
    before = norm;
    at += word.length;
  }
  return undefined;
}

const OPENING = /\*{0,2}\\?["'`“„«‘]|\*{1,2}/y;
const CLOSING: Readonly<Record<string, string>> = { '“': '”', '„': '“', '«': '»', '‘': '’' };
const UNQUOTED = /[^\s"'`<>|,;“”«»\\，。、；！？]{1,200}/y;
/** Where a value in Latin letters ends and a script without spaces goes on. */
const OTHER_SCRIPT = /(?<=[!-~])(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])/u;
const CODE = /[()[\]{}]/;

/** What stands at `at`, without its quotation marks; without them, up to a space or a sign that ends it. */
function valueAt(rest: string, at: number): Value | undefined {
  const bracket = Number(rest[at] === '(');
  const opening = runAt(OPENING, rest, at + bracket);
  const mark = opening.at(-1) ?? '';
  const start = at + bracket + opening.length;
  if (mark !== '' && mark !== '*') {
    const close = rest.indexOf(CLOSING[mark] ?? mark, start);
    const escape = rest.indexOf('\\', start);
    const end = escape > 0 && escape < close ? escape : close;
    if (end > start) return { start, text: rest.slice(start, end), quoted: true };
  }
  const run = runAt(UNQUOTED, rest, start)
    .split(/&(?=\w+=)/, 1)[0]!
    .split(OTHER_SCRIPT, 1)[0]!;
  const text = trimmed(run);
  if (text === '' || CODE.test(text) || run.endsWith('…') || run.endsWith('...')) return undefined;
  return { start, text, quoted: false };
}

/** A name and what joins a password to it: "deploy:", "qa / ". */
const LOGIN = /["'`]?([\p{L}\d][\p{L}\d_.@+-]{1,60})["'`]?(?:[:：]|[ \t]{0,2}\/[ \t]{0,2})/uy;

/** The password that stands behind a name at `at`; another word or number of a thing is none. */
function passwordAt(rest: string, at: number, link: Link): Value | undefined {
  LOGIN.lastIndex = at;
  const name = LOGIN.exec(rest);
  const value = name ? valueAt(rest, LOGIN.lastIndex) : undefined;
  if (!value || isPlaceholder(value.text) || value.text === name![1] || !isMixed(value.text)) return undefined;
  return isStrong(value.text) && (link !== 'none' || SIGNED.test(value.text)) ? value : undefined;
}

const BRACKET_LOGIN = /\((?=[^()\s]{2,60}[ \t]{0,2}\/)/g;

/** A name and a password in brackets: "the replica (repl / Zt7!kmw2Qp0x)". */
export function inBrackets(text: string): Credential[] {
  return [...text.matchAll(BRACKET_LOGIN)].flatMap(({ index }) => {
    const rest = text.slice(index + 1, index + 1 + REACH).split('\n', 1)[0]!;
    const value = passwordAt(rest, 0, 'none');
    if (!value || rest[value.start + value.text.length] !== ')') return [];
    const start = index + 1 + value.start;
    return [{ start, end: start + value.text.length, kind: 'password' }];
  });
}

/** Words up to a sign that ends or interrupts a sentence. */
const PHRASE = /[^\s.,:;!?()[\]{}"'`<>|\\][^.,:;!?()[\]{}"`<>|\\]{1,80}(?=[.,;!?()]|$)/y;
const MOST_WORDS = 8;
/** Words of a passphrase at least, and letters of each: what tells where one is kept needs shorter words. */
const LEAST_OF_PHRASE = { words: 4, letters: 4 } as const;

/** A password of several words without quotation marks: "Tomaat zonder dop 31", or "correct horse battery staple" after "passphrase". */
function phraseAt(rest: string, start: number, strength: Strength, link: Link): Value | undefined {
  if (strength !== 'phrase' && (strength !== 'password' || link !== 'verb')) return undefined;
  const text = runAt(PHRASE, rest, start).trimEnd();
  const parts = text.split(' ');
  const [first = '', second] = parts;
  if (second === undefined || parts.length > MOST_WORDS || plain.has(first.toLowerCase()) || isPlaceholder(text)) return undefined;
  const numbered = /^\p{Lu}/u.test(first) && /^\d{1,6}$/.test(parts.at(-1)!);
  const isWord = (part: string): boolean => part.length >= LEAST_OF_PHRASE.letters && /^\p{Ll}+$/u.test(part);
  const passphrase = strength === 'phrase' && parts.length >= LEAST_OF_PHRASE.words && parts.every(isWord);
  return numbered || passphrase ? { start, text, quoted: false } : undefined;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Lengths from which a value after a key or a token is one, rather than a short name or number of it. */
const LEAST = { key: 8, code: 8, token: 12 } as const;
/** Words of a passphrase in quotation marks at least. */
const LEAST_QUOTED = 3;

function isSecret({ text, quoted }: Value, strength: Strength, link: Link, name: string): boolean {
  if (isPlaceholder(text)) return false;
  if (strength === 'name') return isTangled(text);
  if (strength === 'licence') return isGrouped(text);
  if (strength === 'code' && link !== 'none' && isMixed(text) && isStrong(text)) return true;
  if (strength === 'key' || strength === 'code' || strength === 'token') {
    if (link === 'none' && !quoted) return strength !== 'token' && isTangled(text);
    return text.length >= LEAST[strength] && isRandom(text) && !(strength === 'token' && UUID.test(text));
  }
  const linked = link !== 'none';
  if (strength === 'pin') return /^(?!(\d)\1+$)\d{4,8}$/.test(text) ? linked || name === 'PIN' : linked && isRandom(text);
  if (strength === 'phrase' && quoted && isQuotedPhrase(text)) return true;
  if (!linked) return quoted ? isMixed(text) : isMixed(text) && isStrong(text);
  return isMixed(text) || isHyphenated(text) || (quoted && link === 'verb' && isPlainPassword(text));
}

const isPlainPassword = (value: string): boolean => /^\S{4,60}$/.test(value) && !plain.has(value.toLowerCase()) && !isThing(value);
/** Several words, none of which speaks of secrets or says something of one ("enter your passphrase", "is now required"). */
function isQuotedPhrase(text: string): boolean {
  const parts = text.toLowerCase().split(' ');
  return parts.length >= LEAST_QUOTED && !parts.some((part) => plain.has(part) || links.has(part) || words.has(part));
}

/** Groups of capitals and digits, as a licence has them: no year or number of a thing among two or three. */
const isGrouped = (value: string): boolean => /^(?=.*\d)[A-Z\d]{3,8}(?:-[A-Z\d]{3,8}){3,}$/.test(value);
const isHyphenated = (value: string): boolean => value.length >= 16 && /^[a-z]{3,}(?:-[a-z]{3,}){2,}$/.test(value);
const SIGNED = /[!@#$%^&*+~?§€]/;
const isStrong = (value: string): boolean =>
  value.length >= 8 &&
  /\d/.test(value) &&
  (SIGNED.test(value) || (/[a-z]/.test(value) && /[A-Z]/.test(value) && (!isName(value) || /[_./-]/.test(value))));

/** The words of an entry of the data: separated by `|` where one of them has a space. */
function listed(entry: string): string[] {
  return entry.split(entry.includes('|') ? '|' : ' ');
}

/** A word without what joins its parts: `api_key`, `API-Key` and `apikey` are one. */
function squeezed(word: string): string {
  return word.toLowerCase().replace(/[\s_:"'-]/g, '');
}
