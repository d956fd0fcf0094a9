import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { ApiError } from '@rest-stop/contracts/errors.ts';
import type { Dispatcher } from 'undici';

/** What one request to an upstream needs beside the message itself. */
export type Exchange = {
  pool: Dispatcher;
  path: string;
  /** Total time, from now to the last byte of the answer. */
  timeoutMs: number;
  /** The client's response: when it closes early, nobody waits for the answer any more. */
  client: ServerResponse;
};

export type UpstreamRequest = { origin: string; method: string; headers: Record<string, string>; body: Buffer | undefined };
export type UpstreamResponse = { statusCode: number; headers: IncomingHttpHeaders; body: Buffer };

type Done = (error: ApiError | null, response?: UpstreamResponse) => void;

/**
 * Sends a request upstream once and hands over the whole answer, or the reason why there is none.
 * The answer is gathered first, so that one that breaks off half-way reaches no client as a success.
 */
export function exchangeWith({ pool, path, timeoutMs, client }: Exchange, request: UpstreamRequest, done: Done): void {
  let controller: Dispatcher.DispatchController | undefined;
  let ended = false;
  let head: Omit<UpstreamResponse, 'body'> | undefined;
  const chunks: Buffer[] = [];

  const end = (error: ApiError | null) => {
    if (ended) return;
    ended = true;
    clearTimeout(timer);
    client.off('close', leave);
    if (error) controller?.abort(error);
    if (error || !head) return done(error ?? broken());
    done(null, { ...head, body: chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks) });
  };
  const leave = () => end(broken());
  const timer = setTimeout(() => end(late()), timeoutMs);
  client.once('close', leave);

  pool.dispatch(
    { ...request, path, body: request.body ?? null },
    {
      onRequestStart(started) {
        controller = started;
        if (ended) started.abort(broken());
      },
      onResponseStart(_, statusCode, headers) {
        head = { statusCode, headers };
      },
      onResponseData(_, chunk) {
        chunks.push(chunk);
      },
      onResponseEnd: () => end(null),
      onResponseError: (_, error) => end(broken(error)),
    },
  );
}

function late(): ApiError {
  return new ApiError('timeout', 'This took too long and was given up. Try again.', { retryAfterSeconds: 1 });
}

function broken(cause?: unknown): ApiError {
  return new ApiError('unavailable', 'This part of the service does not answer right now: try again.', { retryAfterSeconds: 1, cause });
}
