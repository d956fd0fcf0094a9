import { z } from 'zod';
import type { Format } from './agent.ts';
import { docsPage, siteUrlOf } from './documents.ts';

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

/** The body of every error but 429. It never repeats a value that the client sent; the name of a property it may. */
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

/** The same for whoever wants short answers. */
export const MinErrorBody = z.strictObject({
  error: ErrorBody.shape.error,
  message: z.string().describe('What to change.'),
  retryable: z.boolean(),
  next: z.string().describe('METHOD and path of the call to make next.'),
});
export type MinErrorBody = z.infer<typeof MinErrorBody>;

export const problemMediaType = 'application/problem+json';

/** The members that RFC 9457 gives a problem. Those of the error body stand beside them, `message` excepted, which is `detail`. */
export const Problem = z.looseObject({
  type: z.string().describe('Where the error is described, for people.'),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
});

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

type Details = {
  issues?: Issue[];
  /** The message where every word counts. */
  short?: string;
  retryAfterSeconds?: number;
  /** Another status than that of the code. */
  status?: number;
  nextCalls?: Record<string, string>;
  cause?: unknown;
};

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
    return this.details.status ?? errorCodes[this.code].status;
  }
}

const advice: Partial<Record<ErrorCode, Record<string, string>>> = {
  unauthorized: { register: 'POST /quickjoin' },
  agent_id_taken: { register: 'POST /quickjoin' },
  not_found: { list: 'GET /capabilities' },
  method_not_allowed: { list: 'GET /capabilities' },
  unavailable: { health: 'GET /health' },
  timeout: { health: 'GET /health' },
  internal_error: { health: 'GET /health' },
};

/** `calls` with every URL made absolute: `{ register: 'POST /quickjoin' }` becomes `{ register: 'POST https://…/v1/quickjoin' }`. */
export function absoluteCalls(calls: Record<string, string>, baseUrl: string): Record<string, string> {
  return Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, call.replace(' /', ` ${baseUrl}/`)]));
}

/** What is known of the request that an error answers. `baseUrl` ends in the version segment and has no trailing slash. */
export type ErrorContext = { baseUrl: string; requestId: string; endpoint?: string | undefined };

/** The public body of `error`. */
export function errorBody(error: ApiError, { baseUrl, requestId, endpoint }: ErrorContext): ErrorBody {
  return {
    error: error.code,
    message: error.message,
    retryable: errorCodes[error.code].retryable,
    next_calls: absoluteCalls(callsAfter(error, endpoint), baseUrl),
    docs: `${baseUrl}/llms.txt`,
    request_id: requestId,
    ...(error.details.issues ? { issues: error.details.issues } : {}),
  };
}

function minErrorBody(error: ApiError, { baseUrl, endpoint }: ErrorContext): MinErrorBody {
  const [next = ''] = Object.values(absoluteCalls(callsAfter(error, endpoint), new URL(baseUrl).pathname));
  return { error: error.code, message: error.details.short ?? error.message, retryable: errorCodes[error.code].retryable, next };
}

/** Where nothing better is known, the description of the one endpoint. */
function callsAfter(error: ApiError, endpoint: string | undefined): Record<string, string> {
  const describe = endpoint === undefined ? 'GET /capabilities' : `GET /capabilities?endpoint=${endpoint}`;
  const own = error.details.nextCalls ?? {};
  return Object.keys(own).length > 0 ? own : (advice[error.code] ?? { describe });
}

type Wanted = { format: Format; accept: string | undefined };

/** `error` in the shape that the client wants. */
export function errorInShape(error: ApiError, context: ErrorContext, { format, accept }: Wanted): { mediaType: string; body: object } {
  if (!wantsProblem(accept)) {
    return {
      mediaType: 'application/json; charset=utf-8',
      body: format === 'min' ? minErrorBody(error, context) : errorBody(error, context),
    };
  }
  const { message, ...more } = errorBody(error, context);
  return { mediaType: problemMediaType, body: problem(error.status, message, more, context.baseUrl) };
}

/** Whether an Accept header names problems (RFC 9457), at any quality but 0. */
export function wantsProblem(accept: string | undefined): boolean {
  return accept !== undefined && /application\/problem\+json(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accept);
}

/** Where the documentation for people tells of an error. */
export const errorAnchor = (code: ErrorCode) => `error-${code}`;

/** An error body as a problem. */
export function problem(status: number, detail: string, more: { error: ErrorCode }, baseUrl: string): object {
  const type = `${siteUrlOf(baseUrl)}${docsPage.path}#${errorAnchor(more.error)}`;
  return { type, title: more.error.replaceAll('_', ' '), status, detail, ...more };
}
