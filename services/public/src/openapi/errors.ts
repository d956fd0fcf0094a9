import {
  ErrorBody,
  type ErrorCode,
  errorCodes,
  MinErrorBody,
  Problem,
  problemMediaType,
  RateLimitedBody,
} from '@rest-stop/contracts/errors.ts';
import type { Route } from '@rest-stop/contracts/route.ts';
import { errorMeanings } from '../interface/error-meanings.ts';
import { errorsOf } from '../interface/errors-of.ts';
import { type JsonSchema, jsonSchema } from '@rest-stop/contracts/json-schema.ts';

const retryAfter = { description: 'Whole seconds to wait.', schema: { type: 'integer', minimum: 0 } };

export function errorSchemas(): Record<string, JsonSchema> {
  return {
    Error: jsonSchema(ErrorBody, 'output'),
    MinError: jsonSchema(MinErrorBody, 'output'),
    RateLimited: jsonSchema(RateLimitedBody, 'output'),
    Problem: jsonSchema(Problem, 'output'),
  };
}

/** One response for each status that one of `routes` can answer with; their operations refer to these. */
export function errorResponses(routes: readonly Route[]): Record<string, JsonSchema> {
  const statuses = [...new Set(routes.flatMap(errorsOf).map((code) => errorCodes[code].status))].toSorted((a, b) => a - b);
  return Object.fromEntries(statuses.map((status) => [nameOf(status), response(status)]));
}

/** References to the error responses of `route`, by status. */
export function errorResponsesOf(route: Route): Record<string, JsonSchema> {
  const statuses = errorsOf(route).map((code) => errorCodes[code].status);
  return Object.fromEntries(statuses.map((status) => [String(status), { $ref: `#/components/responses/${nameOf(status)}` }]));
}

/** For an operation that never succeeds: whatever else it may answer is an error, too. */
export const neverSuccess: JsonSchema = {
  description: 'An error: this operation has no success.',
  content: bodies(refs('Error', 'MinError')),
};

const codes = Object.keys(errorCodes) as ErrorCode[];
const nameOf = (status: number) => `Error${status}`;

function response(status: number): JsonSchema {
  const possible = codes.filter((code) => errorCodes[code].status === status);
  const waits = status === errorCodes.rate_limited.status || status === errorCodes.unavailable.status;
  const shapes = status === errorCodes.rate_limited.status ? refs('RateLimited') : refs('Error', 'MinError');
  return {
    description: `${possible.map((code) => `\`${code}\`: ${errorMeanings[code]}`).join('; ')}.`,
    ...(waits && { headers: { 'Retry-After': retryAfter } }),
    content: bodies(shapes),
  };
}

function bodies(schema: JsonSchema): JsonSchema {
  return { 'application/json': { schema }, [problemMediaType]: { schema: refs('Problem') } };
}

/** The error body in its two widths, where it has two. */
function refs(...names: string[]): JsonSchema {
  const [only, ...more] = names.map((name): JsonSchema => ({ $ref: `#/components/schemas/${name}` }));
  return more.length === 0 && only ? only : { anyOf: [...(only ? [only] : []), ...more] };
}
