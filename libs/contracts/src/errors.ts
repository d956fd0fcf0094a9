import { z } from 'zod';

/** Every error code of the public interface, with its status and whether the same request may succeed later. */
export const errorCodes = {
  invalid_request: { status: 400, retryable: false },
  invalid_json: { status: 400, retryable: false },
  unauthorized: { status: 401, retryable: false },
  not_found: { status: 404, retryable: false },
  method_not_allowed: { status: 405, retryable: false },
  request_timeout: { status: 408, retryable: true },
  agent_id_taken: { status: 409, retryable: false },
  value_too_large: { status: 413, retryable: false },
  unsupported_media_type: { status: 415, retryable: false },
  idempotency_conflict: { status: 422, retryable: false },
  rate_limited: { status: 429, retryable: true },
  internal_error: { status: 500, retryable: true },
  ai_error: { status: 502, retryable: true },
  unavailable: { status: 503, retryable: true },
  timeout: { status: 504, retryable: true },
} as const;

export type ErrorCode = keyof typeof errorCodes;

export const Issue = z.strictObject({
  path: z.string().describe('Where in the request, as a dotted path; empty for the whole.'),
  rule: z.string().describe('Which rule was broken.'),
  message: z.string(),
});
export type Issue = z.infer<typeof Issue>;

/** The body of every error but 429. It never repeats a value that the client sent. */
export const ErrorBody = z.strictObject({
  error: z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]),
  message: z.string().describe('What went wrong and what to do next.'),
  retryable: z.boolean().describe('Whether the same request may succeed later.'),
  next_calls: z.record(z.string(), z.string()).describe('Action name to METHOD and URL.'),
  docs: z.string(),
  request_id: z.string(),
  issues: z.array(Issue).optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** The 429 body: exactly these six fields (interface specification, section 7). */
export const RateLimitedBody = z.strictObject({
  error: z.literal('rate_limited'),
  limit: z.int(),
  window_seconds: z.int(),
  used: z.int(),
  retry_after_seconds: z
    .int()
    .describe('Whole seconds until the oldest counted visit rolls off; the Retry-After header carries the same number.'),
  retry_at: z.iso.datetime(),
});
export type RateLimitedBody = z.infer<typeof RateLimitedBody>;

type Details = { issues?: Issue[]; retryAfterSeconds?: number; nextCalls?: Record<string, string>; cause?: unknown };

/** An error for the client: a stable code, a public message, and which calls it may make next. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly details: Details;

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.name = 'ApiError';
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return errorCodes[this.code].status;
  }
}

const advice: Partial<Record<ErrorCode, Record<string, string>>> = {
  unauthorized: { register: 'POST /quickjoin' },
  agent_id_taken: { register: 'POST /quickjoin' },
  unavailable: { health: 'GET /health' },
  timeout: { health: 'GET /health' },
  internal_error: { health: 'GET /health' },
};

/** `calls` with every URL made absolute: `{ register: 'POST /quickjoin' }` becomes `{ register: 'POST https://…/v1/quickjoin' }`. */
export function absoluteCalls(calls: Record<string, string>, baseUrl: string): Record<string, string> {
  return Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, call.replace(' /', ` ${baseUrl}/`)]));
}

/** The public body of `error`. `baseUrl` ends in the version segment and has no trailing slash. */
export function errorBody(error: ApiError, baseUrl: string, requestId: string): ErrorBody {
  const calls = { ...advice[error.code], ...error.details.nextCalls, describe: 'GET /capabilities' };
  return {
    error: error.code,
    message: error.message,
    retryable: errorCodes[error.code].retryable,
    next_calls: absoluteCalls(calls, baseUrl),
    docs: `${baseUrl}/llms.txt`,
    request_id: requestId,
    ...(error.details.issues ? { issues: error.details.issues } : {}),
  };
}
