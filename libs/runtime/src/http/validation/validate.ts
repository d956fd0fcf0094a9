import { ApiError, type Issue } from '@rest-stop/contracts/errors.ts';
import type { z } from 'zod';

/**
 * `value` as `Schema` reads it. Issues name the place and the rule and never repeat the value.
 * @throws ApiError `value_too_large` when one of `sizeFields` is too long, else `invalid_request`.
 */
export function validate(Schema: z.ZodType, value: unknown, where: 'body' | 'query' | 'path', sizeFields: readonly string[] = []): unknown {
  const result = Schema.safeParse(value);
  if (result.success) return result.data;
  const found = result.error.issues;
  const issues = found.slice(0, 20).map((issue) => describe(issue));
  const tooLarge = found.find((issue) => issue.code === 'too_big' && issue.path.length === 1 && sizeFields.includes(String(issue.path[0])));
  const summary = issues.map((issue) => `${issue.path || where}: ${issue.message}`).join('; ');
  if (tooLarge) throw new ApiError('value_too_large', `${summary}. Shorten it and send it again; nothing was stored.`, { issues });
  throw new ApiError('invalid_request', `The ${where} is not as it must be: ${summary}. Nothing was stored.`, { issues });
}

function describe(issue: z.core.$ZodIssue): Issue {
  return { path: issue.path.map(String).join('.'), rule: ruleOf(issue), message: sentence(issue) };
}

function ruleOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_small') return 'minimum';
  if (issue.code === 'too_big') return 'maximum';
  if (issue.code === 'unrecognized_keys') return 'additional_properties';
  if (issue.code === 'invalid_value') return 'allowed_values';
  if (issue.code === 'invalid_type') return 'type';
  if (issue.code === 'invalid_format') return 'format';
  return issue.code;
}

/** Unknown keys are counted, not named: a key is a value that the client sent, too. */
function sentence(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'is required';
  if (issue.code !== 'unrecognized_keys') return issue.message;
  return `${issue.keys.length} ${issue.keys.length === 1 ? 'property is' : 'properties are'} not allowed here`;
}
