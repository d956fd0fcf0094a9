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
import { errorsOf } from '../interface/errors-of.ts';
import { type JsonSchema, jsonSchema } from '@rest-stop/contracts/json-schema.ts';

const meanings: Record<ErrorCode, string> = {
  invalid_request: 'a path, query or body that breaks a rule; issues says which',
  invalid_json: 'a body that is not valid JSON',
  unauthorized: 'a key that is missing, malformed, unknown or destroyed',
  not_found: 'nothing stands there',
  method_not_allowed: 'another method is served there; see the Allow header',
  request_timeout: 'the request took too long to arrive',
  agent_id_taken: 'the handle is in use; next_calls offers a free one',
  value_too_large: 'a memory value, artifact, defrag content or whole body over its limit',
  unsupported_media_type: 'a body that is not application/json',
  idempotency_conflict: 'the Idempotency-Key stands for another registration, or for an agent that was forgotten or given another key',
  rate_limited: 'the visits of the rolling window are used up, or a client registers too fast',
  internal_error: 'a fault of the service',
  ai_error: 'the AI provider failed, refused or answered unusably',
  unavailable: 'a part of the service cannot be reached right now',
  timeout: 'the service did not answer in time',
};

const retryAfter = { description: 'Whole seconds to wait.', schema: { type: 'integer', minimum: 0 } };

export function errorSchemas(): Record<string, JsonSchema> {
  return {
    Error: jsonSchema(ErrorBody, 'output'),
    MinError: jsonSchema(MinErrorBody, 'output'),
    RateLimited: jsonSchema(RateLimitedBody, 'output'),
    Problem: jsonSchema(Problem, 'output'),
  };
}

/** One response per status; an operation refers to those that it can answer with. */
export function errorResponses(): Record<string, JsonSchema> {
  const statuses = [...new Set(codes.map((code) => errorCodes[code].status))];
  return Object.fromEntries(statuses.map((status) => [nameOf(status), response(status)]));
}

/** References to the error responses of `route`, by status. */
export function errorResponsesOf(route: Route): Record<string, JsonSchema> {
  const statuses = errorsOf(route).map((code) => errorCodes[code].status);
  return Object.fromEntries(statuses.map((status) => [String(status), { $ref: `#/components/responses/${nameOf(status)}` }]));
}

const codes = Object.keys(errorCodes) as ErrorCode[];
const nameOf = (status: number) => `Error${status}`;

function response(status: number): JsonSchema {
  const possible = codes.filter((code) => errorCodes[code].status === status);
  const waits = status === errorCodes.rate_limited.status || status === errorCodes.unavailable.status;
  const shapes = status === errorCodes.rate_limited.status ? refs('RateLimited') : refs('Error', 'MinError');
  return {
    description: `${possible.map((code) => `\`${code}\`: ${meanings[code]}`).join('; ')}.`,
    ...(waits && { headers: { 'Retry-After': retryAfter } }),
    content: {
      'application/json': { schema: shapes },
      [problemMediaType]: { schema: refs('Problem') },
    },
  };
}

/** The error body in its two widths, where it has two. */
function refs(...names: string[]): JsonSchema {
  const [only, ...more] = names.map((name): JsonSchema => ({ $ref: `#/components/schemas/${name}` }));
  return more.length === 0 && only ? only : { anyOf: [...(only ? [only] : []), ...more] };
}
