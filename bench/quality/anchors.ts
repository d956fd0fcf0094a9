/** What a number may be a measure of. */
const MEASURES = '% °C ms s min h days? weeks? months? hours? minutes? seconds? [KMGT]i?B EUR USD € £ rows V kW kg m²'.split(' ');

// Written apart from the service's own anchor finder on purpose: a blind spot of the engine must not be one of the bench.
const patterns: readonly RegExp[] = [
  /\b[a-z][a-z0-9+.-]*:\/\/[^\s"'`<>()[\]{}|,;]+/giu, // URLs
  /\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gu, // mail addresses
  /(?<![\w/:.,])(?:~?\/)?[\w@.-]+(?:\/[\w@.-]+)+/gu, // paths and branch names
  /(?<![\w/.-])[\w-]+\.(?:ts|js|rs|py|go|c|h|md|json|ya?ml|toml|sql|csv|txt|sh|kts?|hex|log|xlsx|docx|pdf|png)\b/gu, // file names
  /\b[A-Z][A-Z0-9]{0,9}(?:-[A-Z0-9]+)*-\d+[A-Z0-9-]*\b/gu, // ticket ids and error codes
  /\b(?!\d+e[+-]\d)(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}\b/gu, // hashes
  /\bv?\d+\.\d+(?:\.\d+)+(?:-[\w.]+)?\b/gu, // versions
  /\b[a-z]+[0-9]*(?:_[a-z0-9]+)+\b/gu, // snake_case
  /\b[a-z]+(?:[A-Z][a-z0-9]+)+\b/gu, // camelCase
  new RegExp(`(?<![\\w.,-])\\d+(?:[.,]\\d+)*[ \\u00a0]?(?:${MEASURES.join('|')})(?![\\w])`, 'gu'), // numbers with units
  /[€£$][ \u00a0]?\d+(?:[.,]\d+)*(?:k|m|bn|M)?/gu, // amounts
];

/** Exact strings of `text` that could be checked against a source: URLs, paths, ids, versions, code names, numbers with units. */
function anchorsIn(text: string): Set<string> {
  const found = new Set<string>();
  for (const pattern of patterns) for (const [match] of text.matchAll(pattern)) found.add(match.replace(/[.,:;!?)]+$/u, ''));
  found.delete('');
  return found;
}

const flat = (s: string): string => s.replace(/\s+/gu, ' ');
const escape = (s: string): string => s.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');

/** Digits and letters of a hash: other than a number it may follow a digit and a dot. */
const HASH = /^(?=.*[a-f])[0-9a-f]{7,}$/u;

/** Whether `anchor` stands in `text` as a whole: not as a piece of a longer word or number ("5 s" does not stand in "15 s"). */
export function standsIn(anchor: string, text: string): boolean {
  const isNumber = /^\d/u.test(anchor) && !HASH.test(anchor);
  const before = (/^\w/u.test(anchor) ? '(?<![a-zA-Z0-9_])' : '') + (isNumber ? '(?<!\\d[.,])' : '');
  const after = /^v?[\d.,]+$/u.test(anchor) ? '(?![a-zA-Z0-9_])(?![.,]\\d)' : /\w$/u.test(anchor) ? '(?![a-zA-Z0-9_])' : '';
  return new RegExp(before + escape(flat(anchor)) + after, 'u').test(flat(text));
}

/** Anchors of `result` that do not stand in `source`: made up, or cut in the middle. */
export function inventedAnchors(result: string, source: string): string[] {
  return [...anchorsIn(result)].filter((anchor) => !standsIn(anchor, source));
}
