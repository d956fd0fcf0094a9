import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import data from '../../data/credentials.json' with { type: 'json' };

/** A secret value in a text: where it stands (UTF-16) and what it is, in short English. */
export type Credential = { start: number; end: number; kind: string };

/**
 * How much a value must look like a secret after a word for one: after "secret" and "token" names of things are common, and a "name" such
 * as "key" mostly is that of something else.
 */
type Strength = 'password' | 'phrase' | 'pin' | 'key' | 'token' | 'name';
type SecretWord = { kind: string; strength: Strength; follows?: boolean };
type SecretPrefix = { kind: string; least?: number; exactly?: number; capitals?: boolean; hex?: boolean; dots?: boolean; parts?: number };
/** What joins a value to the word before it: nothing, a verb ("is"), a sign (":", "="). */
type Link = 'none' | 'verb' | 'sign';
type Value = { start: number; text: string; quoted: boolean };

/** Every secret value in `text`, in order, without overlaps. Linear in the length of `text`. */
export async function credentialsIn(text: string): Promise<Credential[]> {
  return merged([...(await byPreset(text)), ...privateKeys(text), ...passwordsInUrls(text), ...byPrefix(text), ...byWord(text)]);
}

/** Values shorter than this could be part of a longer word, so they are masked only where they stand by themselves. */
const LONG_VALUE = 12;
/** Values of which all repeats are masked; a text with more of them is a dump, of which each is masked only where it was found. */
const MOST_REPEATED = 500;

/** `text` with `[credential: kind]` for each value, also where it is repeated. */
export function masked(text: string, credentials: readonly Credential[]): string {
  return replaced(text, [...credentials, ...repeatsOf(valuesOf(text, credentials, MOST_REPEATED), text)]);
}

/** What the credentials of `text` are, by their values; at most so many. */
export function valuesOf(text: string, credentials: readonly Credential[], most = Number.POSITIVE_INFINITY): Map<string, string> {
  const kinds = new Map<string, string>();
  for (const { start, end, kind } of credentials) {
    const value = text.slice(start, end);
    if (!kinds.has(value) && kinds.size < most) kinds.set(value, kind);
  }
  return kinds;
}

/** `text`, another one than that in which they were found, with `[credential: kind]` for each of these values. */
export function maskedValues(text: string, values: ReadonlyMap<string, string>): string {
  return replaced(text, repeatsOf(values, text));
}

function repeatsOf(values: ReadonlyMap<string, string>, text: string): Credential[] {
  return [...values].flatMap(([value, kind]) => placesOf(text, value).map((start) => ({ start, end: start + value.length, kind })));
}

function replaced(text: string, credentials: readonly Credential[]): string {
  let out = '';
  let at = 0;
  for (const { start, end, kind } of merged(credentials)) {
    out += `${text.slice(at, start)}[credential: ${kind}]`;
    at = end;
  }
  return out + text.slice(at);
}

function placesOf(text: string, value: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length)) {
    const alone = !isLetterOrDigit(text[at - 1]) && !isLetterOrDigit(text[at + value.length]);
    if (alone || value.length >= LONG_VALUE) places.push(at);
  }
  return places;
}

/** In order; of findings that overlap one is made, of the kind of the finder that comes first in `found`. */
function merged(found: readonly Credential[]): Credential[] {
  const sorted = found.map((credential, rank) => ({ ...credential, rank })).sort((a, b) => a.start - b.start || b.end - a.end);
  const result: (Credential & { rank: number })[] = [];
  for (const next of sorted) {
    const last = result.at(-1);
    if (!last || next.start >= last.end) {
      result.push(next);
      continue;
    }
    last.end = Math.max(last.end, next.end);
    if (next.rank < last.rank) [last.kind, last.rank] = [next.kind, next.rank];
  }
  return result.map(({ start, end, kind }) => ({ start, end, kind }));
}

// ---- secretlint --------------------------------------------------------------------------------------------------------------

/** The part of a rule of secretlint that is used (its `SecretLintRuleCreator`). */
type Report = { message: string; range: readonly [number, number] };
type Context = { createTranslator(): (id: string) => string; report(found: Report): void };
type Rule = { meta: { id: string }; create(context: Context, options: object): { file(source: { content: string }): unknown } };

/**
 * Rules of the preset that are left out: `gcp` opens files; `filter-comments` lets a comment in the text switch the others off;
 * of a URL `basicauth` and `database-connection-string` give the whole, where only its password is secret (see `passwordsInUrls`).
 */
const LEFT_OUT = ['gcp', 'filter-comments', 'basicauth', 'database-connection-string'];
const used = (rules as unknown as readonly Rule[]).filter(({ meta }) => !LEFT_OUT.some((name) => meta.id.endsWith(`rule-${name}`)));
const presetKinds = new Map(Object.entries(data.preset));

/**
 * What secretlint's recommended rules find. They are run by themselves: `lintSource` of @secretlint/core 11.7 puts some 36 marks into
 * a profiler at each call, which keeps them for good and searches them all, so that each call takes longer than the one before.
 */
async function byPreset(text: string): Promise<Credential[]> {
  const found: Credential[] = [];
  const context: Context = {
    createTranslator: () => (id) => id,
    report({ message, range: [start, end] }) {
      const kind = presetKinds.get(message);
      if (kind !== undefined && /\d/.test(text.slice(start, end))) found.push({ start, end, kind });
    },
  };
  for (const rule of used) await rule.create(context, { enableIDScanRule: true }).file({ content: text });
  return found;
}

// ---- blocks and URLs ---------------------------------------------------------------------------------------------------------

const KEY_BEGINS = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,10}-----/g;
const KEY_ENDS = /^[A-Za-z0-9+/=\s\\]{0,40}-----END [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,10}-----/;
/** Lines of base64 in a file, in a quotation, or in JSON with escaped line ends; and the headers that may precede them. */
const KEY_LINES = /(?:[A-Za-z0-9+/=]{16,}|[\s>|]|\\[nr]|(?:Proc-Type|DEK-Info|Version|Comment): [^\n]{0,80})+/y;
/** Letters that the shortest key has (Ed25519: 64). */
const LEAST_KEY = 40;

/** Private keys in PEM (RFC 7468), with both marks; one that is cut off, up to the end of its base64. */
function privateKeys(text: string): Credential[] {
  const found: Credential[] = [];
  for (const begin of text.matchAll(KEY_BEGINS)) {
    const body = begin.index + begin[0].length;
    const lines = body + runAt(KEY_LINES, text, body).length;
    if (lines - body < LEAST_KEY) continue;
    const close = KEY_ENDS.exec(text.slice(lines, lines + 160));
    found.push({ start: begin.index, end: lines + (close?.[0].length ?? 0), kind: 'private key' });
  }
  return found;
}

/** What stands between `://` and the path (RFC 3986); nobody writes 300 letters there. */
const AUTHORITY = /[^\s/?#"'`<>|\\]{1,300}/y;
const WEB = /(?:^|[^a-z])(?:https?|ftps?|wss?|ssh|git)$/i;

/** The password of `scheme://user:password@host`, or a token that stands there for both; `guest:guest` is no secret. */
function passwordsInUrls(text: string): Credential[] {
  const found: Credential[] = [];
  for (let at = text.indexOf('://'); at >= 0; at = text.indexOf('://', at + 3)) {
    AUTHORITY.lastIndex = at + 3;
    const user = AUTHORITY.exec(text)?.[0] ?? '';
    const host = user.lastIndexOf('@');
    if (host <= 0 || !isLetterOrDigit(user[host + 1])) continue;
    const colon = user.indexOf(':');
    const split = colon >= 0 && colon < host;
    const password = user.slice(split ? colon + 1 : 0, host);
    if (split && password === user.slice(0, colon)) continue;
    const isToken = !split || password === 'x-oauth-basic';
    const secret = isToken ? user.slice(0, split ? colon : host) : password;
    if (isToken ? !isRandom(secret) || secret.length < LONG_VALUE : secret.length < 4 || isPlaceholder(secret) || plain.has(secret))
      continue;
    const start = at + 3 + (isToken ? 0 : colon + 1);
    const web = WEB.test(text.slice(Math.max(0, at - 6), at));
    found.push({ start, end: start + secret.length, kind: isToken ? 'access token' : web ? 'password' : 'connection string' });
  }
  return found;
}

// ---- prefixes ----------------------------------------------------------------------------------------------------------------

const prefixes = new Map<string, SecretPrefix>();
for (const entry of data.prefixes as ({ prefixes: string } & SecretPrefix)[])
  for (const prefix of entry.prefixes.split(' ')) prefixes.set(prefix, entry);
const PREFIX = new RegExp(`(?<![A-Za-z0-9])(?:${alternatives(prefixes.keys())})`, 'g');
const RUN = /[A-Za-z0-9_-]*/y;
const RUN_WITH_DOTS = /[A-Za-z0-9_.-]*/y;

/** Keys that tell what they are by their first letters. */
function byPrefix(text: string): Credential[] {
  const found: Credential[] = [];
  PREFIX.lastIndex = 0;
  for (let match = PREFIX.exec(text); match; match = PREFIX.exec(text)) {
    const entry = prefixes.get(match[0])!;
    const rest = trimmed(runAt(entry.dots ? RUN_WITH_DOTS : RUN, text, PREFIX.lastIndex));
    const end = PREFIX.lastIndex + rest.length;
    if (fits(entry, rest)) found.push({ start: match.index, end, kind: entry.kind });
    PREFIX.lastIndex = Math.max(end, PREFIX.lastIndex);
  }
  return found;
}

function fits({ least = 0, exactly, capitals, hex, dots, parts = 1 }: SecretPrefix, rest: string): boolean {
  if (exactly !== undefined && rest.length !== exactly) return false;
  if (capitals && rest !== rest.toUpperCase()) return false;
  if (hex) return /^[0-9a-f]+$/.test(rest);
  if (dots) return rest.length >= least && rest.split('.').length >= parts;
  return rest.length >= least && isRandom(rest);
}

// ---- words for secrets -------------------------------------------------------------------------------------------------------

const words = new Map<string, SecretWord>();
for (const entry of data.words as ({ words: string } & SecretWord)[])
  for (const word of listed(entry.words)) words.set(squeezed(word), entry);
const WORD = new RegExp(alternatives(data.words.flatMap((entry) => listed(entry.words))), 'gi');
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
function byWord(text: string): Credential[] {
  const found: Credential[] = [];
  WORD.lastIndex = 0;
  for (let match = WORD.exec(text); match; match = WORD.exec(text)) {
    const name = match[0];
    const nameEnd = WORD.lastIndex;
    NAME_ENDS.lastIndex = nameEnd;
    if (!beginsName(text, match.index, name) || !NAME_ENDS.test(text)) {
      WORD.lastIndex = match.index + 1;
      continue;
    }
    const from = NAME_ENDS.lastIndex;
    const option = OPTION.test(text.slice(Math.max(0, match.index - 34), match.index));
    const value = valueAfter(text.slice(from, from + REACH).split('\n', 1)[0]!, name, option);
    if (!value) continue;
    const start = from + value.start;
    found.push({ start, end: start + value.text.length, kind: words.get(squeezed(name))!.kind });
    WORD.lastIndex = start + value.text.length;
  }
  return found;
}

function beginsName(text: string, at: number, name: string): boolean {
  const before = text[at - 1];
  if (!isLetterOrDigit(before) || name.length >= LONG_WORD || name.startsWith('_')) return true;
  return before!.toUpperCase() !== before && name[0]!.toUpperCase() === name[0];
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
    const value = valueAt(rest, at);
    const near =
      step === 0 || (strength !== 'name' && (link === 'verb' || (link === 'sign' && value !== undefined && !isKebab(value.text))));
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
const UNQUOTED = /[^\s"'`<>|,;“”«»\\]{1,200}/y;
const CODE = /[()[\]{}]/;

/** What stands at `at`, without its quotation marks; without them, up to a space or a sign that ends it. */
function valueAt(rest: string, at: number): Value | undefined {
  const opening = runAt(OPENING, rest, at);
  const mark = opening.at(-1) ?? '';
  const start = at + opening.length;
  if (mark !== '' && mark !== '*') {
    const close = rest.indexOf(CLOSING[mark] ?? mark, start);
    const escape = rest.indexOf('\\', start);
    const end = escape > 0 && escape < close ? escape : close;
    if (end > start) return { start, text: rest.slice(start, end), quoted: true };
  }
  const run = runAt(UNQUOTED, rest, start).split(/&(?=\w+=)/, 1)[0]!;
  const text = trimmed(run);
  if (text === '' || CODE.test(text) || run.endsWith('…') || run.endsWith('...')) return undefined;
  return { start, text, quoted: false };
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
const LEAST = { key: 8, token: 12 } as const;

function isSecret({ text, quoted }: Value, strength: Strength, link: Link, name: string): boolean {
  if (isPlaceholder(text)) return false;
  if (strength === 'name') return isTangled(text);
  if (strength === 'key' || strength === 'token') {
    if (link === 'none' && !quoted) return strength === 'key' && isTangled(text);
    return text.length >= LEAST[strength] && isRandom(text) && !(strength === 'token' && UUID.test(text));
  }
  const linked = link !== 'none';
  if (strength === 'pin') return /^(?!(\d)\1+$)\d{4,8}$/.test(text) ? linked || name === 'PIN' : linked && isRandom(text);
  if (strength === 'phrase' && quoted && text.split(' ').length >= 4) return true;
  if (!linked) return quoted ? isMixed(text) : isMixed(text) && isStrong(text);
  return isMixed(text) || isHyphenated(text) || (quoted && link === 'verb' && isPlainPassword(text));
}

const isPlainPassword = (value: string): boolean => /^\S{4,60}$/.test(value) && !plain.has(value.toLowerCase()) && !isThing(value);
const isHyphenated = (value: string): boolean => value.length >= 16 && /^[a-z]{3,}(?:-[a-z]{3,}){2,}$/.test(value);
const isStrong = (value: string): boolean =>
  value.length >= 8 &&
  /\d/.test(value) &&
  (/[!@#$%^&*+~?§€]/.test(value) || (/[a-z]/.test(value) && /[A-Z]/.test(value) && (!isName(value) || /[_./-]/.test(value))));

// ---- what values look like ---------------------------------------------------------------------------------------------------

const plain: ReadonlySet<string> = new Set(data.plain.split(' '));
const algorithms: ReadonlySet<string> = new Set(data.algorithms.split(' '));
const extensions: ReadonlySet<string> = new Set(data.extensions.split(' '));
const placeholders = data.placeholders.split(' ');

/** `${TOKEN}`, `<your-token>`, `***`, `abc…`: it stands for a value. */
function isPlaceholder(value: string): boolean {
  if (/^[$<{%[(]|\*\*|\.\.|…|•|xxx/i.test(value)) return true;
  const lower = value.toLowerCase();
  return placeholders.some((begin) => lower.startsWith(begin));
}

/** Letters with digits or signs, which are no number, name, place or date of a thing. */
function isMixed(value: string): boolean {
  if (value.length < 6 || value.length > 200 || /\s/.test(value)) return false;
  return /\p{L}/u.test(value) && /[\d!@#$%^&*+~?§€]/.test(value) && !isThing(value);
}

/** As {@link isMixed}, and not put together from words and short numbers. */
function isRandom(value: string): boolean {
  return isMixed(value) && /\d/.test(value) && !isName(value);
}

/** Letters and digits by turns, as no name has them; capitals or hexadecimal digits alone are the id of a key, or a hash. */
function isTangled(value: string): boolean {
  return (
    value.length >= LONG_NAME &&
    isRandom(value) &&
    value.split(/(?<=\d)(?=\p{L})|(?<=\p{L})(?=\d)/u).length > 4 &&
    /[a-z]/.test(value) &&
    !/^(?:0x)?[0-9a-f-]+$/i.test(value)
  );
}

/** Words, short numbers and words with a number, joined by signs: `db-creds-v2`, `user_id42`, `k8s-prod`. */
function isName(value: string): boolean {
  return value.split(/[-_.:]/).every((part) => part.length <= 3 || /^(?:\p{L}+\d{0,4}|\d{1,4})$/u.test(part));
}

/** A name in small letters with signs between: `svc-proctor-1`. */
const isKebab = (value: string): boolean => /^[a-z0-9]+(?:[-_.][a-z0-9]+)+$/.test(value) && isName(value);

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
function isThing(value: string): boolean {
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

// ---- helpers -----------------------------------------------------------------------------------------------------------------

/** What the sticky `pattern` matches at `at`; empty where it does not. */
function runAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

/** Without the signs that end a sentence or bracket. */
function trimmed(value: string): string {
  let end = value.length;
  while (end > 0 && '.,:;!?)]}*#_-…'.includes(value[end - 1]!)) end--;
  return value.slice(0, end);
}

function isLetterOrDigit(letter: string | undefined): boolean {
  return letter !== undefined && /[\p{L}\p{N}]/u.test(letter);
}

/** The words of an entry of the data: separated by `|` where one of them has a space. */
function listed(entry: string): string[] {
  return entry.split(entry.includes('|') ? '|' : ' ');
}

/** A word without what joins its parts: `api_key`, `API-Key` and `apikey` are one. */
function squeezed(word: string): string {
  return word.toLowerCase().replace(/[\s_:"'-]/g, '');
}

/** An expression for any of `words`, the longest first; a space in one may be written `_`, `-` or not at all. */
function alternatives(words: Iterable<string>): string {
  const escaped = [...words].sort((a, b) => b.length - a.length).map((word) => word.replace(/[.+*?^$()[\]{}|\\]/g, '\\$&'));
  return escaped.map((word) => word.replace(/: /g, '["\']?:[ "\']{0,3}').replace(/(?<=\p{L}) (?=\p{L})/gu, '[ _-]?')).join('|');
}
