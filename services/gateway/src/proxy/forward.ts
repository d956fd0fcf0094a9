import type { IncomingHttpHeaders } from 'node:http';
import replyFrom from '@fastify/reply-from';
import type { Caller } from '@rest-stop/contracts/agent.ts';
import type { Owner } from '@rest-stop/contracts/route.ts';
import type { HttpApp } from '@rest-stop/runtime/http/server.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Agent, type Dispatcher } from 'undici';
import { type Endpoint, rawPathOf } from '../endpoints.ts';
import { type Exchange, exchangeWith, type UpstreamRequest, type UpstreamResponse } from './exchange.ts';
import { requestHeaders, responseHeaders } from './headers.ts';
import { upstreamPath } from './upstream-path.ts';

const shortTimeoutMs = 10_000;
const slowTimeoutMs = 60_000;
/** Longer than the slowest request, so that no signature expires on the way. */
const signatureMs = 75_000;
/** Travels with the headers through reply-from, which knows no other way to hand something to its transport. */
const exchangeKey = Symbol('exchange');

/** Connections to the upstreams: `slow` for the endpoints where the model works, `short` for all others. */
export type Pools = { short: Dispatcher; slow: Dispatcher };

type Options = { upstreams: Record<Owner, string>; secret: string; baseUrl: string; now: () => number; pools?: Pools | undefined };
type Forward = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
type Carrier = { headers: { [exchangeKey]: Exchange } };
type FromDone = (error: Error | null, response?: Omit<UpstreamResponse, 'body'> & { body: Buffer }) => void;

/**
 * Makes `app` able to forward, and answers how to for one endpoint.
 * The slow endpoints have connections of their own: however many of them wait for the model, the others find one free.
 */
export function createForwarding(
  app: HttpApp,
  { upstreams, secret, baseUrl, now, pools = openPools() }: Options,
): (endpoint: Endpoint) => Forward {
  app.addHook('onClose', async () => {
    await Promise.all([pools.short.destroy(), pools.slow.destroy()]);
  });
  app.register(replyFrom, { undici: { request: transport as never }, disableCache: true, disableRequestLogging: true });

  return ({ route, private: isPrivate }) => {
    const origin = new URL(upstreams[route.owner]).origin;
    const [pool, timeoutMs] = route.slow ? [pools.slow, slowTimeoutMs] : [pools.short, shortTimeoutMs];
    const common = {
      getUpstream: () => origin,
      // Without this reply-from asks an upstream that says 503 up to ten times more.
      retryDelay: () => null,
      rewriteHeaders: (headers: IncomingHttpHeaders) => responseHeaders(headers, isPrivate),
      onError: (reply: FastifyReply, { error }: { error: Error }) => void reply.send(error.cause ?? error),
    };

    return (request, reply) => {
      const body = route.body && Buffer.isBuffer(request.body) && request.body.length > 0 ? request.body : undefined;
      const query = route.query ? request.raw.url?.slice(rawPathOf(request.raw.url).length) : '';
      const path = `${upstreamPath(route.path, request.params as Record<string, string>)}${query}`;
      const { agent, format, seenAt, idempotencyKey } = request.visit;
      const caller: Caller = {
        agent,
        format,
        seen_at: seenAt,
        request_id: request.id,
        ...(idempotencyKey === undefined ? {} : { idempotency_key: idempotencyKey }),
        base_url: baseUrl,
        expires_at_ms: now() + signatureMs,
      };
      const headers = requestHeaders(caller, secret, request.headers.accept, body !== undefined);
      const exchange: Exchange = { pool, path, timeoutMs, client: reply.raw };
      return reply.from('/', {
        ...common,
        body: body ?? null,
        contentType: 'application/json',
        queryString: () => '',
        rewriteRequestHeaders: () => ({ ...headers, [exchangeKey]: exchange }),
      } as Parameters<FastifyReply['from']>[1]);
    };
  };
}

function openPools(): Pools {
  const untimed = { headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 2_000 } };
  return { short: new Agent({ ...untimed, connections: 128 }), slow: new Agent({ ...untimed, connections: 2_048 }) };
}

/** Stands where reply-from expects undici, whose own `request` cannot be given up when the client leaves. */
function transport(request: UpstreamRequest & Carrier, done: FromDone): void {
  exchangeWith(request.headers[exchangeKey], request, done);
}
