import { ApiError, type Issue } from '@rest-stop/contracts/errors.ts';
import type { Route } from '@rest-stop/contracts/route.ts';
import type { z } from 'zod';
import { membersAt } from './members.ts';
import { sentence } from './sentences.ts';
import { type Elsewhere, strangers } from './strangers.ts';

type Where = 'body' | 'query' | 'path';
type About = Pick<Route, 'method' | 'path' | 'query' | 'params' | 'sizeFields'>;

/** As many issues are told; in short answers, as many. */
const [most, mostInShort] = [20, 2];

/**
 * `value` as `Schema` reads it. Issues name the place, the rule and the fix, and never repeat the value.
 * @throws ApiError `value_too_large` when one of the route's `sizeFields` is too long, else `invalid_request`.
 */
export function validate(Schema: z.ZodType, value: unknown, where: Where, route?: About): unknown {
  const result = Schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  const found = result.error.issues;
  const issues = told(Schema, found, where === 'body' && route ? elsewhere(route) : {}).slice(0, most);
  const words = issues.map(({ path, message }) => `${path || `the ${where}`} ${message}`);
  const more = words.length - mostInShort;
  const details = { issues, short: `${words.slice(0, mostInShort).join('; ')}${more > 0 ? `; and ${more} more` : ''}.` };
  const kept = where === 'body' ? ' Nothing was stored.' : '';
  const isTooLarge = found.some(({ code, path: [field, ...below] }) => {
    return code === 'too_big' && below.length === 0 && (route?.sizeFields ?? []).includes(String(field));
  });
  throw new ApiError(isTooLarge ? 'value_too_large' : 'invalid_request', `In the ${where}: ${words.join('; ')}.${kept}`, details);
}

/** Each issue as clients are told it. A missing property is left out where another one is to be renamed to it. */
function told(Schema: z.ZodType, found: readonly z.core.$ZodIssue[], elsewhere: Elsewhere): Issue[] {
  const isMissing = (issue: z.core.$ZodIssue) => 'input' in issue && issue.input === undefined && issue.path.length > 0;
  const missingAt = (path: readonly PropertyKey[]) =>
    found.filter((issue) => isMissing(issue) && isBelow(issue.path, path)).map(({ path }) => String(path.at(-1)));
  const renamed = new Set<string>();
  const unknown = found.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return [];
    return strangers(Schema, issue, { missing: missingAt(issue.path), elsewhere }).map(({ name, message, instead }) => {
      if (instead !== undefined) renamed.add(dotted([...issue.path, instead]));
      return { path: dotted(name === '' ? issue.path : [...issue.path, name]), rule: 'additional_properties', message };
    });
  });
  const others = found
    .filter((issue) => issue.code !== 'unrecognized_keys' && !(isMissing(issue) && renamed.has(dotted(issue.path))))
    .map((issue) => ({ path: dotted(issue.path), rule: ruleOf(issue), message: sentence(issue) }));
  // Of several rules that one value breaks, the first says enough.
  return [...unknown, ...others.filter(({ path }, i) => others.findIndex((one) => one.path === path) === i)];
}

function elsewhere({ method, path, query, params }: About): Elsewhere {
  const inQuery = Object.keys(query ? membersAt(query, []) : {}).map((name) => [name, `the query: ${method} ${path}?${name}=…`]);
  const inPath = Object.keys(params ? membersAt(params, []) : {}).map((name) => [name, `the path: ${method} ${path.replace(':', '')}`]);
  return Object.fromEntries([...inQuery, ...inPath, ['format', `the query: ${method} ${path}?format=min`]]) as Elsewhere;
}

function isBelow(path: readonly PropertyKey[], parent: readonly PropertyKey[]): boolean {
  return path.length === parent.length + 1 && parent.every((step, i) => step === path[i]);
}

function dotted(path: readonly PropertyKey[]): string {
  return path.map(String).join('.');
}

function ruleOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_small') return 'minimum';
  if (issue.code === 'too_big') return 'maximum';
  if (issue.code === 'invalid_value') return 'allowed_values';
  if (issue.code === 'invalid_type') return 'type';
  if (issue.code === 'invalid_format') return 'format';
  return issue.code;
}
