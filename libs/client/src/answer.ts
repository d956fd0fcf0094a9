import { RestStopError } from './error.ts';
import { eventsOf } from './events.ts';
import { type ErrorBody, errorStatus, type WorkState } from './interface.ts';

export const eventStreamType = 'text/event-stream';

type Listening = { alsoFine?: readonly number[] | undefined; onProgress?: ((state: WorkState) => void) | undefined };

/** The JSON of `response`. @throws RestStopError for an error of the service, and for an answer that is none of it */
export async function answerOf(response: Response, { alsoFine = [], onProgress }: Listening): Promise<unknown> {
  const { status } = response;
  if (response.body && response.headers.get('content-type')?.startsWith(eventStreamType))
    return lastOf(response, response.body, onProgress);
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

/** The answer that a stream of events ends with. It is read to its end: what is left early is a failed request, and a lost connection. */
async function lastOf({ headers, url }: Response, body: ReadableStream<Uint8Array>, onProgress: Listening['onProgress']): Promise<unknown> {
  let told = headers;
  let result: unknown;
  let error: ErrorBody | undefined;
  for await (const { event, data } of eventsOf(body)) {
    const value = parsed(data) as never;
    if (event === 'state') onProgress?.((value as { state: WorkState }).state);
    else if (event === 'headers') told = new Headers([...headers, ...Object.entries<string>(value)]);
    else if (event === 'result') result = value;
    else if (event === 'error') error = value;
  }
  if (error) throw errorOf({ status: errorStatus[error.error], headers: told }, error);
  if (result !== undefined) return result;
  throw new RestStopError('no_answer', `${new URL(url).origin} broke off before the result.`, { retryable: true });
}

/** 429 has exactly six fields, and none of the words that other errors have. */
function errorOf(response: Pick<Response, 'status' | 'headers'>, body: Partial<ErrorBody> & { error: ErrorBody['error'] }): RestStopError {
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
function waitOf({ headers }: Pick<Response, 'headers'>): { retryAfterSeconds?: number } {
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
