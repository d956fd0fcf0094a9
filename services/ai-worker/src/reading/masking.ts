import { credentialsIn } from '@rest-stop/compress/read/credentials.ts';
import type { Compressed } from '@rest-stop/contracts/defrag.ts';

/** A shorter value may be part of a longer word, so it is masked only where it stands by itself. */
const longValue = 12;

/** `result` with `[credential: kind]` for each value of a credential of `content` that it repeats. */
export async function withoutCredentials(result: Compressed, content: string): Promise<Compressed> {
  const text = content.toWellFormed();
  const kinds = new Map((await credentialsIn(text)).map(({ start, end, kind }) => [text.slice(start, end), kind]));
  // The longest first: a value may stand inside another one.
  const patterns = [...kinds].sort(([a], [b]) => b.length - a.length).map(([value, kind]) => ({ pattern: patternOf(value), kind }));
  const mask = (said: string) => patterns.reduce((left, { pattern, kind }) => left.replaceAll(pattern, `[credential: ${kind}]`), said);
  const masked: unknown = JSON.parse(JSON.stringify(result), (_key, value: unknown) => (typeof value === 'string' ? mask(value) : value));
  return masked as Compressed;
}

function patternOf(value: string): RegExp {
  const literal = value.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return new RegExp(value.length < longValue ? `(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])` : literal, 'gu');
}
