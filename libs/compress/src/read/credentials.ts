import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import data from '../../data/credentials.json' with { type: 'json' };
import { type Credential, merged } from './masking.ts';
import { byWord, inBrackets } from './named-secrets.ts';
import { alternatives, isLetterOrDigit, isPlaceholder, isRandom, LONG_VALUE, plain, runAt, trimmed } from './secret-values.ts';

/** `secret`: what may stand right beside such a value and is the secret that belongs to it. */
type SecretPrefix = {
  kind: string;
  secret?: { kind: string; exactly: number };
  least?: number;
  exactly?: number;
  capitals?: boolean;
  hex?: boolean;
  dots?: boolean;
  parts?: number;
};

/** Every secret value in `text`, in order, without overlaps. Linear in the length of `text`. */
export async function credentialsIn(text: string): Promise<Credential[]> {
  return merged([
    ...(await byPreset(text)),
    ...privateKeys(text),
    ...passwordsInUrls(text),
    ...byPrefix(text),
    ...byWord(text),
    ...inBrackets(text),
  ]);
}

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

const prefixes = new Map<string, SecretPrefix>();
for (const entry of data.prefixes as ({ prefixes: string } & SecretPrefix)[])
  for (const prefix of entry.prefixes.split(' ')) prefixes.set(prefix, entry);
const PREFIX = new RegExp(`(?<![A-Za-z0-9])(?:${alternatives(prefixes.keys())})`, 'g');
const BESIDE = /["'`]?[ \t]{0,4}[/:,;|]?[ \t]{0,4}["'`]?/y;
const BASE64 = /[A-Za-z0-9+/=]{1,200}/y;
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
    if (fits(entry, rest)) {
      found.push({ start: match.index, end, kind: entry.kind });
      const start = end + runAt(BESIDE, text, end).length;
      const secret = entry.secret && start > end ? runAt(BASE64, text, start) : '';
      if (secret.length === entry.secret?.exactly && /[a-z]/.test(secret) && /[A-Z]/.test(secret) && /\d/.test(secret))
        found.push({ start, end: start + secret.length, kind: entry.secret.kind });
    }
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
