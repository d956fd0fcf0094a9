import { RestStopError } from './error.ts';
import type { ErrorBody } from './interface.ts';

/** The JSON of `response`. @throws RestStopError for an error of the service, and for an answer that is none of it */
export async function answerOf(response: Response, alsoFine: readonly number[]): Promise<unknown> {
  const { status } = response;
  const body = parsed(await response.text());
  if (typeof body === 'object' && body !== null) {
    if (response.ok || alsoFine.includes(status)) return body;
    if ('error' in body) throw errorOf(response, body as Partial<ErrorBody> & { error: ErrorBody['error'] });
  }
  throw new RestStopError('unexpected_answer', `${new URL(response.url).origin} answered ${status} without JSON of the rest stop.`, {
    status,
    retryable: [502, 503, 504].includes(status),
    ...waitOf(response),
  });
}

/** 429 has exactly six fields, and none of the words that other errors have. */
function errorOf(response: Response, body: Partial<ErrorBody> & { error: ErrorBody['error'] }): RestStopError {
  const wait = waitOf(response);
  const again = wait.retryAfterSeconds === undefined ? 'later' : `in ${wait.retryAfterSeconds} seconds`;
  return new RestStopError(body.error, body.message ?? `The limit of requests is reached: try again ${again}.`, {
    status: response.status,
    retryable: body.retryable ?? body.error === 'rate_limited',
    nextCalls: body.next_calls ?? {},
    requestId: body.request_id ?? response.headers.get('x-request-id') ?? undefined,
    issues: body.issues ?? [],
    ...wait,
  });
}

/** Retry-After, in seconds or as a date (RFC 9110, section 10.2.3). */
function waitOf({ headers }: Response): { retryAfterSeconds?: number } {
  const value = headers.get('retry-after');
  if (value === null) return {};
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - Date.now()) / 1_000);
  return Number.isNaN(seconds) ? {} : { retryAfterSeconds: Math.max(0, seconds) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
