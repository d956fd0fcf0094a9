export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** The one spelling of `value` that everybody arrives at (RFC 8785): no white space, properties in the order of their UTF-16 code units. */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

function isList(value: object): value is readonly Json[] {
  return Array.isArray(value);
}
