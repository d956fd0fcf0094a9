import { isLetterOrDigit, LONG_VALUE } from './secret-values.ts';

/** A secret value in a text: where it stands (UTF-16) and what it is, in short English. */
export type Credential = { start: number; end: number; kind: string };

/** Values of which all repeats are masked; a text with more of them is a dump, of which each is masked only where it was found. */
const MOST_REPEATED = 500;

/** What the mask of a value begins with. */
export const MASK = '[credential: ';

/** `text` with `[credential: kind]` for each value, also where it is repeated. */
export function masked(text: string, credentials: readonly Credential[]): string {
  return replaced(text, [...credentials, ...repeatsOf(valuesOf(text, credentials, MOST_REPEATED), text)]);
}

/** What the credentials of `text` are, by their values; at most so many. */
export function valuesOf(text: string, credentials: readonly Credential[], most = Number.POSITIVE_INFINITY): Map<string, string> {
  const kinds = new Map<string, string>();
  for (const { start, end, kind } of credentials) {
    for (const value of spellings(text.slice(start, end))) if (!kinds.has(value) && kinds.size < most) kinds.set(value, kind);
  }
  return kinds;
}

/** Lines of a value that are masked by themselves, and the shortest. */
const MOST_LINES = 100;
const LEAST_LINE = 8;

/** A value that is broken into lines may be repeated in one piece, or in part. */
function spellings(value: string): string[] {
  const lines = value.split(/\s*(?:\\?\r?\n|\\n)[\s>|]*/);
  if (lines.length === 1 || /^[a-z]+[\s,]/.test(value)) return [value];
  const pieces = lines.slice(0, MOST_LINES).filter((line) => line.length >= LEAST_LINE && !line.includes(' ') && !line.startsWith('--'));
  return [value, lines.join(''), ...pieces];
}

/** `text`, another one than that in which they were found, with `[credential: kind]` for each of these values. */
function maskedValues(text: string, values: ReadonlyMap<string, string>): string {
  return replaced(text, repeatsOf(values, text));
}

function repeatsOf(values: ReadonlyMap<string, string>, text: string): Credential[] {
  return [...values].flatMap(([value, kind]) => placesOf(text, value).map((start) => ({ start, end: start + value.length, kind })));
}

function replaced(text: string, credentials: readonly Credential[]): string {
  let out = '';
  let at = 0;
  for (const { start, end, kind } of merged(credentials)) {
    out += `${text.slice(at, start)}${MASK}${kind}]`;
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
export function merged(found: readonly Credential[]): Credential[] {
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

/** `value`, any JSON value, with `[credential: kind]` for each of `secrets` in its strings. */
export function withoutCredentials<Value>({ secrets }: { secrets: ReadonlyMap<string, string> }, value: Value): Value {
  if (secrets.size === 0) return value;
  const clean: unknown = JSON.parse(JSON.stringify(value), (_key, part: unknown) =>
    typeof part === 'string' ? maskedValues(part, secrets) : part,
  );
  return clean as Value;
}
