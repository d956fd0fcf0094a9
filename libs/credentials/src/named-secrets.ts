import data from '../data/names.json' with { type: 'json' };
import type { Credential } from './masking.ts';
import { Scan } from './scan.ts';
import {
  algorithms,
  alternatives,
  HEXADECIMAL,
  isKebab,
  isLetterOrDigit,
  isMixed,
  isName,
  isOpaque,
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
/** `assigned`: also an everyday word, so that its value must stand right behind `:` or `=`. */
type SecretWord = { kind: string; strength: Strength; follows?: boolean; assigned?: boolean };
/** What joins a value to the word before it: nothing, a verb ("is"), a sign (":", "="). */
type Link = 'none' | 'verb' | 'sign';
type Value = { start: number; text: string; quoted: boolean };

const words = new Map<string, SecretWord>();
for (const entry of data.words as ({ words: string } & SecretWord)[])
  for (const word of listed(entry.words)) words.set(squeezed(word), entry);
const listedWords = data.words.flatMap((entry) => listed(entry.words));
const scan = new Scan(listedWords);
const WORD = new RegExp(alternatives(listedWords), 'iy');
const USE = new RegExp(`\\s(?:${alternatives(data.uses.flatMap((entry) => listed(entry.words)))})\\s+$`, 'i');
const SPACELESS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const otherThings: ReadonlySet<string> = new Set(data.other_things.split(' '));
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
const REACH = 240;
/** Letters before the word that tell what name it belongs to. */
const HEAD = 80;
/** Letters from which on a value may go on beyond {@link REACH}. */
const LONG_UNQUOTED = 120;
const MORE = /[A-Za-z0-9+/=_.~-]*/y;
const SETTING = /(?<![a-z])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_$/;
const NO_SECRET_KEY =
  /(?:PUBLIC|PUBLISHABLE|PRIMARY|FOREIGN|CACHE|SORT|PARTITION|IDEMPOTENCY|ROUTING|HOST|MESSAGE|REDIS|INDEX|ROW|S3|OBJECT)_$/;
const MOST_BETWEEN = 8;
/** A word as long as this may end a longer one: "WLAN-Passwort", "rootpassword". */
const LONG_WORD = 6;

/** A word for a secret: where it begins, and where the name ends of which it is the last part. */
export type Name = { at: number; end: number; word: string };

/** Every name of a secret in `text`. */
export function namesIn(text: string): Name[] {
  const names: Name[] = [];
  scan.each(text, (at) => {
    const word = runAt(WORD, text, at);
    if (word === '' || !beginsName(text, at, word)) return at;
    const end = at + word.length;
    NAME_ENDS.lastIndex = end;
    if (!NAME_ENDS.test(text) && !endsSpaceless(text, end)) return at;
    names.push({ at, end: Math.max(NAME_ENDS.lastIndex, end), word });
    return names.at(-1)!.end;
  });
  return names;
}

/** Values of `names`: in the clause of each, alone on the next line, or in a pair of which it is the name. */
export function byWord(text: string, names: readonly Name[]): Credential[] {
  const found: Credential[] = [];
  let read = 0;
  for (const { at, end: from, word } of names) {
    if (at < read) continue;
    const { kind } = words.get(squeezed(word))!;
    const value = valueOf(text, at, from, word);
    const before = value ? undefined : valueBefore(text, at, word);
    if (before) found.push({ ...before, kind });
    if (!value) continue;
    read = value.start + value.text.length;
    found.push({ start: value.start, end: read, kind });
  }
  return found;
}

/** The value of `name`, which stands at `at` and whose whole name ends at `from`. */
function valueOf(text: string, at: number, from: number, name: string): Value | undefined {
  const head = text.slice(Math.max(0, at - HEAD), at);
  const rest = lineAt(text, from);
  const value = valueAfter(rest, named(name, head), OPTION.test(head));
  if (value) return grown(text, { ...value, start: from + value.start });
  return valueOfPair(text, from, head, name) ?? valueBelow(text, from, head, name, rest);
}

/** At most {@link REACH} letters of the line from `at`. */
const lineAt = (text: string, at: number): string => text.slice(at, at + REACH).split(LINE_END, 1)[0]!;
/** A line end, or one that is escaped in a string. */
const LINE_END = /\n|\\n/;

/** What the value of `name` must look like. A `…_KEY` in capitals is the key itself, unless it is one of a table, cache or message. */
function named(name: string, head: string): SecretWord {
  const word = words.get(squeezed(name))!;
  if (name === 'PIN') return { ...word, follows: true };
  if (word.strength !== 'name' || name !== name.toUpperCase() || !SETTING.test(head)) return word;
  return NO_SECRET_KEY.test(head) ? word : { ...word, strength: 'key' };
}

/** A value at which {@link REACH} ended, up to its end. */
function grown(text: string, value: Value): Value {
  const end = value.start + value.text.length;
  if (value.quoted || value.text.length < LONG_UNQUOTED) return value;
  return { ...value, text: value.text + runAt(MORE, text, end) };
}

function beginsName(text: string, at: number, name: string): boolean {
  const before = text[at - 1];
  if (name.startsWith('-')) return before === undefined || /\s/.test(before);
  if (!isLetterOrDigit(before) || SPACELESS.test(name) || name.length >= LONG_WORD || name.startsWith('_')) return true;
  if (text[at - 2] === '\\' && 'nrt'.includes(before!)) return true;
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

/** The value that the rest of a line gives to a name. `option`: the name is one of a command line, whose value simply follows. */
function valueAfter(rest: string, { strength, follows, assigned }: SecretWord, option: boolean): Value | undefined {
  let at = runAt(MARKS, rest, 0).length;
  const emphasised = rest.slice(0, at).includes('*');
  let link: Link = follows || option ? 'verb' : 'none';
  let before = '';
  for (let step = 0; step < MOST_BETWEEN && at < rest.length; step++) {
    const sign = runAt(step === 0 ? FIRST_SIGN : LATER_SIGN, rest, at);
    if (sign !== '') link = 'sign';
    if (assigned && (step > 0 || !/[:=：＝]/.test(sign))) return undefined;
    const gap = sign === '' ? runAt(SPACES, rest, at) : sign;
    at += gap.length;
    if (step === 0 && link === 'none' && gap === '' && !/["'`(*]/.test(rest[at - 1] ?? rest[at]!)) return undefined;
    if (strength === 'login' && (link !== 'none' || step === 0)) {
      const value = passwordAt(rest, at, link);
      if (value) return value;
    }
    const value = strength === 'login' ? undefined : valueAt(rest, at, step === 0 && link === 'sign' && !emphasised);
    const near =
      step === 0 ||
      rest[at] === '(' ||
      (strength !== 'name' && (link === 'verb' || (link === 'sign' && value !== undefined && !isKebab(value.text))));
    if (value && near && isSecret(value, strength, link, step === 0)) return value;
    const phrase = link === 'none' ? undefined : phraseAt(rest, at, strength, link);
    if (phrase) return phrase;
    const word = runAt(BETWEEN, rest, at);
    const norm = word.toLowerCase();
    if (word === '' || CLAUSE_ENDS.test(word) || algorithms.has(norm) || otherThings.has(norm)) return undefined;
    link = links.has(norm) || links.has(`${before} ${norm}`) ? 'verb' : 'none';
    before = norm;
    at += word.length;
  }
  return undefined;
}

const IS_NAME = /(?:name|key|id|field|label|variable|parameter)["'\\]{0,8}\s{0,4}[:=]\s{0,4}["'\\]{0,8}[\w.-]{0,60}$/i;
const PAIR_VALUE =
  /["'\\]{0,8}[ \t]{0,20},?\s{0,60}["'\\]{0,8}(?:value|val|default|stringvalue|content)["'\\]{0,8}[ \t]{0,4}[:=][ \t]{0,8}/iy;
const VALUE_BEFORE =
  /\bvalue["'\\]{0,8}\s{0,4}[:=]\s{0,4}["'\\]{0,8}([^\s"'\\]{4,200})["'\\]{0,8},?\s{0,40}["'\\]{0,8}(?:name|key)["'\\]{0,8}\s{0,4}[:=]\s{0,4}["'\\]{0,8}[\w.-]{0,40}$/i;

/** The value of a pair in YAML, JSON or XML, of which the word is (the end of) the name: `name: DB_PASSWORD`, `value: …`. */
function valueOfPair(text: string, from: number, head: string, name: string): Value | undefined {
  if (!IS_NAME.test(head)) return undefined;
  const word = named(name, head);
  if (word.strength === 'login') return undefined;
  const field = runAt(PAIR_VALUE, text, from);
  if (field !== '') {
    const start = from + field.length;
    const value = valueAt(lineAt(text, start), 0, true);
    return value && isSecret(value, word.strength, 'sign', true) ? grown(text, { ...value, start: start + value.start }) : undefined;
  }
  const wide = text.slice(Math.max(0, from - REACH), from - name.length);
  const before = VALUE_BEFORE.exec(wide);
  if (!before || !isSecret({ start: 0, text: before[1]!, quoted: true }, word.strength, 'sign', true)) return undefined;
  return { start: from - name.length - wide.length + wide.indexOf(before[1]!, before.index), text: before[1]!, quoted: true };
}

/** What ends a line whose value stands on the next one: nothing behind the name, a sign, or a verb. */
const ASKS =
  /^[\\"'`*)\]]{0,6}(?:(?:[ \t]{1,3}[^\s:=]{0,19}[^\s:=.,;!?)]){0,8}[ \t]{0,3}([:=：＝])\*{0,2}[ \t]*(?:[|>][+-]?\d?)?|(?:[ \t]{1,3}\S{0,19}[^\s.,;!?)]){0,3}[ \t](is|ist|est|es|è|é)|)[ \t\r]*$/u;
const BELOW = /[^\n]{0,240}\n(?:[ \t>\r]*\n)?(?:[ \t>]*(?:```|~~~)[\w-]{0,20}[ \t\r]*\n)?[ \t>*-]{0,40}/y;
const ESCAPED_BELOW = /[ \t]{0,3}[:=][ \t]{0,3}[|>]?[+-]?(?:\\n|\\r){1,4}(?:```[\w-]{0,20}\\n)?[ ]{0,12}/y;
const ALONE = /["'`*]{0,3}[ \t]*(?:\r?\n|$|\\[nr"]|["'`])/y;
const TITLE = /(?:^|\n)[ \t#>*-]{0,12}(?:[A-Z][\w-]{1,20}[ \t]){0,2}$/;

/** The value alone on the line below, in a code fence or a block of YAML, too. */
function valueBelow(text: string, from: number, head: string, name: string, rest: string): Value | undefined {
  const { strength } = named(name, head);
  const escaped = runAt(ESCAPED_BELOW, text, from);
  const asked = escaped === '' ? ASKS.exec(rest) : undefined;
  if (strength === 'login' || strength === 'licence' || (escaped === '' && !asked)) return undefined;
  const titled = asked !== undefined && asked !== null && asked[1] === undefined && asked[2] === undefined;
  if (titled && (/[\\"')\]]/.test(asked[0]) || !TITLE.test(head))) return undefined;
  const below = escaped === '' ? runAt(BELOW, text, from) : escaped;
  if (below === '') return undefined;
  const start = from + below.length;
  const value = valueAt(lineAt(text, start), 0, true);
  if (!value) return undefined;
  const end = start + value.start + value.text.length;
  if (value.text.length < LONG_UNQUOTED && runAt(ALONE, text, end) === '' && end < text.length) return undefined;
  const secret = titled ? isOpaque(value.text) && /\d/.test(value.text) : isSecret(value, strength, 'sign', true);
  return secret ? grown(text, { ...value, start: start + value.start }) : undefined;
}

const OPENING = /\*{0,2}\\{0,7}["'`“„«‘]|\*{1,2}/y;
const CLOSING: Readonly<Record<string, string>> = { '“': '”', '„': '“', '«': '»', '‘': '’' };
/**
 * A value without quotation marks: up to a space, a mark, or a sign behind which another field, a tag or an escape follows. A sign in the midst of a
 * password does not end it.
 */
const UNQUOTED =
  /(?:[^\s"'`<,;|&\\“”«»，。、；！？]|["'](?=[A-Za-z0-9])|<(?!\/?[A-Za-z][\w-]{0,20}[\s>/]|\/)|[,;|](?![\s"'`\]})]|$|["']?[\w.-]{1,40}["']?[=:])|&(?!(?:amp;)?[\w.-]{1,40}=)|\\(?![nrtu"'\\/]|$)){1,240}/y;
/** Where a value in Latin letters ends and a script without spaces goes on. */
const OTHER_SCRIPT = /(?<=[!-~])(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])/u;
/** A call, an index or a type: `getToken()`, `data["password"]`, `Optional[str]`. */
const CODE = /^([.\p{L}_$][\w$.?!:]*)[([{<][\w\s.,'"`:$()[\]{}<>=/-]*[)\]}>]/u;
const FUNCTION = /^\(?[\w,]*\)?=>/;

/** What stands at `at`, without its quotation marks; without them, up to a space or a sign that ends it. `whole`: keep the signs that may end a sentence. */
function valueAt(rest: string, at: number, whole = false): Value | undefined {
  const bracket = Number(rest[at] === '(');
  const opening = runAt(OPENING, rest, at + bracket);
  const mark = opening.at(-1) ?? '';
  const start = at + bracket + opening.length;
  if (mark !== '' && mark !== '*') {
    const close = rest.indexOf(CLOSING[mark] ?? mark, start);
    const escape = opening.includes('\\') ? rest.indexOf('\\', start) : -1;
    const end = escape > 0 && (escape < close || close < 0) ? escape : close;
    if (end > start) return { start, text: rest.slice(start, end), quoted: true };
  }
  const run = runAt(UNQUOTED, rest, start).split(OTHER_SCRIPT, 1)[0]!;
  const code = CODE.exec(rest.slice(start));
  if (
    run.startsWith('\\') ||
    run.endsWith('…') ||
    run.endsWith('...') ||
    FUNCTION.test(run) ||
    (code && run.length > code[1]!.length && isName(code[1]!))
  )
    return undefined;
  const text = whole && mark === '' ? run.replace(isBalanced(run) ? /[.,:;]+$/ : /[.,:;)\]}]+$/, '') : trimmed(run);
  return text === '' ? undefined : { start, text, quoted: false };
}

/** Whether each closing bracket in a value has been opened there. */
function isBalanced(value: string): boolean {
  return !/[)\]}]$/.test(value) || /[([{]/.test(value);
}

/** A name and what joins a password to it: "deploy:", "qa / ". */
const LOGIN = /["'`]?([\p{L}\d][\p{L}\d_.@+-]{1,60})["'`]?(?:[:：]|[ \t]{0,2}\/[ \t]{0,2})/uy;

/** The password that stands behind a name at `at`; another word or number of a thing is none. */
function passwordAt(rest: string, at: number, link: Link): Value | undefined {
  LOGIN.lastIndex = at;
  const name = LOGIN.exec(rest);
  const value = name ? valueAt(rest, LOGIN.lastIndex) : undefined;
  if (!value || value.text.includes('/') || isPlaceholder(value.text) || value.text === name![1] || !isMixed(value.text)) return undefined;
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

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
/** Lengths from which a value after a key or a token is one, rather than a short name or number of it. */
const LEAST = { key: 8, code: 8, token: 12, name: 12, letters: 12, digits: 6 } as const;
/** Words of a passphrase in quotation marks at least. */
const LEAST_QUOTED = 3;
const LETTERS = /^\p{L}+$/u;

function isSecret({ text, quoted }: Value, strength: Strength, link: Link, direct: boolean): boolean {
  if (isPlaceholder(text)) return false;
  const assigned = direct && link === 'sign';
  if (strength === 'name') return !isIdentified(text) && (isTangled(text) || (assigned && isSecretKey(text)));
  if (strength === 'licence') return isGrouped(text);
  if (strength === 'code' && link !== 'none' && isMixed(text) && isStrong(text)) return true;
  if (strength === 'key' || strength === 'code' || strength === 'token') {
    if (link === 'none' && !quoted) return strength !== 'token' && isTangled(text);
    if (text.length < LEAST[strength] || (strength === 'token' && isIdentified(text))) return false;
    return isRandom(text) || (isOpaque(text) && (!LETTERS.test(text) || (text.length >= LEAST.letters && (assigned || quoted))));
  }
  const linked = link !== 'none';
  if (strength === 'pin') return /^(?!(\d)\1+$)\d{4,8}$/.test(text) ? linked : linked && isRandom(text);
  if (strength === 'phrase' && quoted && isQuotedPhrase(text)) return true;
  if (!linked) return quoted ? isMixed(text) : isMixed(text) && isStrong(text);
  if (assigned && /^\d+$/.test(text)) return text.length >= LEAST.digits;
  return isMixed(text) || isHyphenated(text) || isOpaque(text) || (quoted && link === 'verb' && isPlainPassword(text));
}

/** Whether what a value holds besides UUIDs is a name: `session:123e4567-…`. */
const isIdentified = (value: string): boolean => value !== value.replace(UUID, '') && isName(value.replace(UUID, ''));

/** After a mere "key": no name or id of a thing, which are capitals, hexadecimal digits or a UUID. */
function isSecretKey(value: string): boolean {
  if (value.length < LEAST.name || HEXADECIMAL.test(value)) return false;
  return isOpaque(value) && /[a-z]/.test(value) && !/^[\w-]+:/.test(value);
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
