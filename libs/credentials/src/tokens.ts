import data from '../data/formats.json' with { type: 'json' };
import keys from '../data/tokens.json' with { type: 'json' };
import type { Credential } from './masking.ts';
import { Scan } from './scan.ts';
import { alternatives, HEXADECIMAL, isMixed, isName, isOpaque, isPlaceholder, plain, runAt } from './secret-values.ts';

/** `secret`: what may stand right beside such a key and is the secret that belongs to it. `full`: how many letters follow the prefix of a whole one. */
type Token = {
  kind: string;
  prefixes: string;
  tail: string;
  exactly?: number;
  least?: number;
  full?: number;
  parts?: number;
  secret?: { kind: string; exactly: number };
};
type Format = { kind: string; pattern: RegExp; check: ((value: string) => boolean) | undefined };

const TAILS: Readonly<Record<string, RegExp>> = {
  alnum: /[A-Za-z0-9]*/y,
  base64: /[A-Za-z0-9+/=_-]*/y,
  caps: /[A-Z0-9]*/y,
  dotted: /[A-Za-z0-9_.-]*/y,
  hex: /[A-Fa-f0-9-]*/y,
  lower: /[a-z0-9]*/y,
  any: /[A-Za-z0-9_.$-]*/y,
  word: /[A-Za-z0-9_-]*/y,
};

const CHECKS: Readonly<Record<string, (value: string) => boolean>> = {
  mixed: isMixed,
  opaque: isOpaque,
  nonword: (value) => isMixed(value) || isOpaque(value) || /^\d{6,}$/.test(value),
};

const tokens = new Map<string, Token>();
for (const token of keys.tokens as Token[]) for (const prefix of token.prefixes.split(' ')) tokens.set(prefix, token);
const formats = new Map<string, Format[]>();
for (const { kind, anchors, pattern, check } of data.formats as { kind: string; anchors: string; pattern: string; check?: string }[]) {
  const format = { kind, pattern: new RegExp(pattern, 'dmy'), check: check === undefined ? undefined : CHECKS[check]! };
  for (const anchor of anchors.split('|')) formats.set(anchor, [...(formats.get(anchor) ?? []), format]);
}

const beginnings = [...new Set([...tokens.keys(), ...formats.keys()])];
const scan = new Scan(beginnings);
const BEGINNING = new RegExp(alternatives(beginnings), 'y');
/** What may stand before a beginning that is a word, for all that it ends with a letter: an escape. */
const ESCAPE = /\\[nrt]$|%[0-9A-F]{2}$/;
const PREFIX = new RegExp(alternatives(tokens.keys()), 'y');

/** Keys that tell what they are by their first letters, and values that do so by what stands around them; and which beginnings there are. */
export function byBeginning(text: string): { keys: Credential[]; values: Credential[]; beginnings: ReadonlySet<string> } {
  const found: Credential[] = [];
  const values: Credential[] = [];
  const seen = new Set<string>();
  scan.each(text, (start) => {
    if (isInside(text, start)) return start;
    const beginning = runAt(BEGINNING, text, start);
    if (beginning === '') return start;
    seen.add(beginning);
    const value = tokenOf(text, start, beginning);
    if (value) {
      found.push(...value);
      return value.at(-1)!.end;
    }
    for (const format of formats.get(beginning) ?? []) values.push(...formatAt(text, start, format));
    const end = start + beginning.length;
    const run = runAt(LONG_RUN, text, end);
    return tokens.has(beginning) && run !== '' ? end + run.length : end;
  });
  return { keys: found, values, beginnings: seen };
}

/** A run in which no token begins that does not at its start: it is read once, so that the work stays linear. */
const LONG_RUN = /[A-Za-z0-9_.-]{100,}/y;

const isAlphanumeric = (code: number): boolean => (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);

/** Whether what begins at `at` with a letter or digit goes on from one before. */
function isInside(text: string, at: number): boolean {
  if (!isAlphanumeric(text.charCodeAt(at)) || !isAlphanumeric(text.charCodeAt(at - 1))) return false;
  return !ESCAPE.test(text.slice(Math.max(0, at - 3), at));
}

/** The token at `start`. A longer beginning may hide a shorter one that fits: `sk_` in `sk_live_`. */
function tokenOf(text: string, start: number, beginning: string): Credential[] | undefined {
  for (let length = beginning.length; length > 1; length--) {
    const prefix = beginning.slice(0, length);
    const token = tokens.get(prefix);
    const value = token && tokenAt(text, start, prefix, token);
    if (value) return value;
  }
  return undefined;
}

const BESIDE = /["'`]?[ \t]{0,4}[/:,;|]?[ \t]{0,4}["'`]?/y;
const BASE64 = /[A-Za-z0-9+/=]{1,200}/y;

function tokenAt(text: string, start: number, prefix: string, token: Token): Credential[] | undefined {
  const tail = start + prefix.length;
  let end = tail + untrailed(runAt(TAILS[token.tail]!, text, tail)).length;
  let value = text.slice(tail, end);
  for (let more = continued(text, end, value.length, token); more; more = continued(text, end, value.length, token)) {
    end = more.end;
    value += more.text;
  }
  if (!fits(value, token)) return undefined;
  const { secret, kind } = token;
  const found = [{ start, end, kind }];
  const beside = end + runAt(BESIDE, text, end).length;
  const next = secret && beside > end ? runAt(BASE64, text, beside) : '';
  if (secret && next.length === secret.exactly && /[a-z]/.test(next) && /[A-Z]/.test(next) && !/^[\w-]*\/[a-z-]+$/.test(next))
    found.push({ start: beside, end: beside + next.length, kind: secret.kind });
  return found;
}

/** Without the signs that end a sentence. */
function untrailed(run: string): string {
  let end = run.length;
  while (run[end - 1] === '.') end--;
  return run.slice(0, end);
}

function fits(value: string, { least = 0, exactly, parts = 1 }: Token): boolean {
  if (exactly === undefined ? value.length < least : value.length !== exactly) return false;
  if (parts > 1 && value.split('.').length < parts) return false;
  return !isName(value) && !/^[*x.X-]+$/.test(value) && !/xxxx|\.\.\./i.test(value);
}

const LINE_BREAK = /["'`]?[ \t]{0,2}\+?\\?(?:\r?\n|\\n)[ \t]{0,40}(?:[>|#+*][ \t]{1,4}){0,2}["'`]?/y;
const ENDS = /(?=[\s"'`,;)\]}.&|<]|$|\\)/y;
/** Letters from which on the second half of a token of unknown length is told from a word. */
const LEAST_HALF = 6;

/**
 * What follows of a token behind a line end. One of known length takes what it lacks; another one takes letters that are no word, number or beginning of
 * another token.
 */
function continued(text: string, end: number, length: number, { tail, exactly, full = exactly }: Token) {
  if (full !== undefined && length >= full) return undefined;
  const gap = runAt(LINE_BREAK, text, end);
  if (gap === '') return undefined;
  const start = end + gap.length;
  const half = untrailed(runAt(TAILS[tail]!, text, start));
  ENDS.lastIndex = start + half.length;
  if (half === '' || !ENDS.test(text) || runAt(PREFIX, text, start) !== '') return undefined;
  const fitting =
    full === undefined ? half.length >= LEAST_HALF && !isName(half) && !HEXADECIMAL.test(half) : length + half.length === full;
  return fitting || (full !== undefined && half.length >= LEAST_HALF && length + half.length < full && !isName(half))
    ? { end: start + half.length, text: half }
    : undefined;
}

function formatAt(text: string, at: number, { kind, pattern, check }: Format): Credential[] {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  const place = match?.indices!.slice(1).find((range) => range !== undefined) ?? match?.indices![0];
  if (!match || !place) return [];
  const value = text.slice(...place);
  const isValue = !isPlaceholder(value) && !plain.has(value.toLowerCase());
  return isValue && (check?.(value) ?? true) ? [{ start: place[0], end: place[1], kind }] : [];
}
