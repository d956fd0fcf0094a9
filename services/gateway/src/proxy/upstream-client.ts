// What @fastify/http-proxy sends its requests with, in the place of a client of undici's. Four things are done here because neither the
// plugin nor @fastify/reply-from, which it is made of, has an option for them:
// - ending the upstream's work when the client has left (open: https://github.com/fastify/fastify-reply-from/issues/419);
// - one deadline for the whole request: `timeout` begins anew with every byte, and does not cover the wait for a connection;
// - holding an answer back until it is whole, so that one which breaks off is never a success: `onResponse` could, but slower; a stream of
//   events passes as it comes, for its last event tells whether it is whole;
// - path parameters such as `..`, a legal memory key: both refuse them even when encoded, which
//   https://github.com/fastify/fastify-reply-from/issues/460 relaxed only in part.
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import type { FastifyHttpProxyOptions } from '@fastify/http-proxy';
import { ApiError } from '@rest-stop/contracts/errors.ts';
import type { Owner } from '@rest-stop/contracts/route.ts';
import { eventStreamType } from '@rest-stop/contracts/event-stream.ts';
import { errorTypeOf, forwardTo } from '@rest-stop/runtime/tracing/spans.ts';
import { startSpan, traceparent, traceparentHeader } from '@rest-stop/runtime/tracing/tracing.ts';
import type { Dispatcher } from 'undici';

/** What is to be known of a request beside what the plugin passes on. */
export type RequestDetails = {
  /** The upstream's path, with the query. */
  path: string;
  /** Whose it is, and the template of the path: what may be told of the request. */
  to: { service: Owner; template: string };
  /** The response to the client: when it closes early, nobody waits for the answer any more. */
  client: ServerResponse;
};

/** The details travel with the headers, for these are all that the plugin lets a request bring. A symbol is never sent as a header. */
const detailsKey = Symbol('request details');
type HeadersWithDetails = Record<string, string> & { [detailsKey]: RequestDetails };

export function withDetails(headers: Record<string, string>, details: RequestDetails): HeadersWithDetails {
  return { ...headers, [detailsKey]: details };
}

type UpstreamRequest = { origin: string; method: string; headers: Record<string, string>; body: Buffer | undefined };
export type UpstreamAnswer = { statusCode: number; headers: IncomingHttpHeaders; body: Buffer | Readable | undefined };
type Callback = (error: ApiError | null, answer?: UpstreamAnswer) => void;

/** The plugin's `undici` option. */
type PluginClient = Extract<FastifyHttpProxyOptions['undici'], { request: unknown }>;

/** A client that takes its connections from `pool` and gives every request `timeoutMs` from being asked to the last byte of the answer. */
export function upstreamClient(pool: Dispatcher, timeoutMs: number): PluginClient {
  const request = (sent: UpstreamRequest & { headers: HeadersWithDetails }, callback: Callback) =>
    sendUpstream(pool, timeoutMs, sent, sent.headers[detailsKey], callback);
  // Of undici's `request` the plugin uses this form only, and the body it hands to reply.send(), which takes a Buffer as well as a stream.
  return { request: request as unknown as PluginClient['request'] };
}

/** Sends a request upstream once, and calls back with the whole answer, with a stream of events as it begins, or with the reason why there is none. */
export function sendUpstream(
  pool: Dispatcher,
  timeoutMs: number,
  { origin, method, headers, body }: UpstreamRequest,
  { path, to, client }: RequestDetails,
  callback: Callback,
): void {
  const span = startSpan(forwardTo(to.service, method, to.template));
  const trace = span?.within(traceparent);
  let controller: Dispatcher.DispatchController | undefined;
  let ended = false;
  let head: Omit<UpstreamAnswer, 'body'> | undefined;
  const chunks: Buffer[] = [];
  let events: PassThrough | undefined;

  const end = (error: ApiError | null) => {
    if (ended) return;
    ended = true;
    clearTimeout(timer);
    client.off('close', onClientLeft);
    if (head) span?.tell({ 'http.response.status_code': head.statusCode });
    span?.end(error ? errorTypeOf(error) : undefined);
    if (error) controller?.abort(error);
    if (events) return void (error ? events.destroy(error) : events.end());
    if (error || !head) return callback(error ?? unavailable());
    // A 304 has no body, and says nothing of the length of one.
    callback(null, {
      ...head,
      body: head.statusCode === 304 ? undefined : chunks.length === 1 ? chunks[0] : Buffer.concat(chunks),
    });
  };
  const onClientLeft = () => end(unavailable());
  const timer = setTimeout(() => end(timedOut()), timeoutMs);
  client.once('close', onClientLeft);

  pool.dispatch(
    { origin, method, headers: trace === undefined ? headers : { ...headers, [traceparentHeader]: trace }, path, body: body ?? null },
    {
      onRequestStart(started) {
        controller = started;
        if (ended) started.abort(unavailable());
      },
      onResponseStart(_, statusCode, headers) {
        head = { statusCode, headers };
        if (!String(headers['content-type']).startsWith(eventStreamType)) return;
        events = new PassThrough();
        callback(null, { ...head, body: events });
      },
      onResponseData(_, chunk) {
        if (events) events.write(chunk);
        else chunks.push(chunk);
      },
      onResponseEnd: () => end(null),
      onResponseError: (_, error) => end(unavailable(error)),
    },
  );
}

function timedOut(): ApiError {
  return new ApiError('timeout', 'This took too long and was given up. Try again.', { retryAfterSeconds: 1 });
}

function unavailable(cause?: unknown): ApiError {
  return new ApiError('unavailable', 'This part of the service does not answer right now: try again.', { retryAfterSeconds: 1, cause });
}
