import { codePoints } from '@rest-stop/contracts/text.ts';
import type { z } from 'zod';
import { nearest } from './nearest.ts';

type Issue = z.core.$ZodIssue;

/** What is to be changed, in one sentence without a full stop, which never repeats the value. */
export function sentence(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : wrongType(issue.expected, issue.input);
    case 'invalid_value':
      return hasOwnWords(issue) ? withoutStop(issue.message) : wrongValue(issue.values.map(String), issue.input);
    case 'invalid_union':
      return issue.input === undefined ? 'is required' : withoutStop(issue.message);
    case 'too_small':
    case 'too_big':
      return wrongSize(issue);
    case 'invalid_format':
      if (issue.format === 'datetime') return 'must be a date-time with a zone, such as 2026-12-01T09:00:00Z';
      return withoutStop(issue.message);
    default:
      return withoutStop(issue.message);
  }
}

const kinds: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  record: 'an object',
};

function wrongType(expected: string, input: unknown): string {
  const wanted = kinds[expected] ?? expected;
  const given = kindOf(input);
  if (expected === 'int' && typeof input === 'number') return 'must be a whole number, without a fraction';
  if (typeof input === 'string' && ['int', 'number', 'boolean'].includes(expected)) {
    return `must be ${wanted}, not a string: leave out the quotes`;
  }
  if (expected === 'string' && ['number', 'boolean'].includes(typeof input)) return `must be a string, not ${given}: put it in quotes`;
  return `must be ${wanted}, not ${given}`;
}

function kindOf(input: unknown): string {
  if (input === null) return 'null';
  if (Array.isArray(input)) return 'a list';
  return kinds[typeof input] ?? typeof input;
}

function wrongValue(allowed: readonly string[], input: unknown): string {
  const near = typeof input === 'string' ? nearest(input, allowed) : undefined;
  const rule = `must be one of ${allowed.join(', ')}`;
  if (input === undefined) return `is required, and ${rule}`;
  return near === undefined ? rule : `must be ${near}, or another of ${allowed.filter((one) => one !== near).join(', ')}`;
}

function wrongSize(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): string {
  const [bound, limit] = issue.code === 'too_small' ? ['at least', Number(issue.minimum)] : ['at most', Number(issue.maximum)];
  if (issue.origin === 'value') {
    const bytes = Buffer.byteLength(JSON.stringify(issue.input));
    return `has ${bytes} bytes as compact JSON, ${bound} ${limit}${parts(bytes, limit)}`;
  }
  if (typeof issue.input !== 'string') return `must be ${bound} ${limit}`;
  const length = codePoints(issue.input);
  return `has ${length} ${length === 1 ? 'character' : 'characters'}, ${bound} ${limit}${issue.code === 'too_big' ? parts(length, limit) : ''}`;
}

/** How many requests a value would take that one is too small for. */
function parts(length: number, limit: number): string {
  return `: shorten it, or send ${Math.ceil(length / limit)} parts`;
}

/** Whether the contracts say in their own words what is wrong. */
function hasOwnWords({ message }: Issue): boolean {
  return !message.startsWith('Invalid ');
}

/** Sentences are joined with stops of their own. */
function withoutStop(message: string): string {
  return message.replace(/\.$/, '');
}
