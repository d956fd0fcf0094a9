import httpProxy, { type FastifyHttpProxyOptions } from '@fastify/http-proxy';
import type { Caller } from '@rest-stop/contracts/agent.ts';
import type { Owner } from '@rest-stop/contracts/route.ts';
import { callerSigner, type CallerSecrets, signatureMs } from '@rest-stop/runtime/http/caller.ts';
import type { HttpApp } from '@rest-stop/runtime/http/server.ts';
import type { FastifyRequest } from 'fastify';
import { Agent, type Dispatcher } from 'undici';
import { apiPrefix, type Endpoint, endpoints, rawPathOf } from '../endpoints.ts';
import { requestHeaders, responseHeaders } from './headers.ts';
import { upstreamClient, withDetails } from './upstream-client.ts';
import { upstreamPath } from './upstream-path.ts';

const shortTimeoutMs = 10_000;
const slowTimeoutMs = 60_000;

/** Connections to the upstreams: `slow` for the endpoints where the model works, `short` for all others. */
export type Pools = { short: Dispatcher; slow: Dispatcher };

type Options = {
  upstreams: Record<Owner, string>;
  secrets: Record<Owner, CallerSecrets>;
  baseUrl: string;
  now: () => number;
  pools?: Pools | undefined;
};

/**
 * Registers a proxy for every endpoint, to the service that owns it.
 * The slow endpoints have connections of their own: however many of them wait for the model, the others find one free.
 */
export function forwardEndpoints(app: HttpApp, { upstreams, secrets, baseUrl, now, pools = openPools() }: Options): void {
  const short = upstreamClient(pools.short, shortTimeoutMs);
  const slow = upstreamClient(pools.slow, slowTimeoutMs);
  app.addHook('onClose', async () => {
    await Promise.all([pools.short.destroy(), pools.slow.destroy()]);
  });
  // The plugin has no option for the body limit of its routes.
  app.addHook('onRoute', (options) => {
    const endpoint = options.config?.endpoint;
    if (endpoint) options.bodyLimit = endpoint.route.bodyLimit;
  });
  for (const endpoint of endpoints) app.register(httpProxy, proxyOptions(endpoint));

  function proxyOptions(endpoint: Endpoint): FastifyHttpProxyOptions {
    const { route } = endpoint;
    const sign = callerSigner(route.owner, secrets[route.owner]);
    return {
      upstream: new URL(upstreams[route.owner]).origin,
      prefix: apiPrefix,
      routes: [route.path],
      httpMethods: route.method === 'GET' ? ['GET', 'HEAD'] : [route.method],
      config: { endpoint },
      undici: route.slow ? slow : short,
      // Bodies are read by the server's own parser, within the endpoint's limit.
      proxyPayloads: false,
      // The client's path stays out of it: the plugin refuses some that are legal, so `pathOf` goes with the details (upstream-client.ts).
      preRewrite: () => apiPrefix,
      disableRequestLogging: true,
      replyOptions: {
        // By default an upstream that says 503 is asked up to ten times more.
        retryDelay: () => null,
        rewriteHeaders: (headers) => responseHeaders(headers, endpoint),
        onError: (reply, { error }) => void reply.send(error.cause ?? error),
      },
      handler(request, reply, source, options) {
        const body = route.body && Buffer.isBuffer(request.body) && request.body.length > 0 ? request.body : null;
        const path = pathOf(request, endpoint);
        const headers = requestHeaders(sign, callerOf(request), { method: route.method, path, body }, request.headers);
        const details = { path, to: { service: route.owner, template: route.path }, client: reply.raw };
        const rewriteRequestHeaders = () => withDetails(headers, details);
        // Of a HEAD only the headers are wanted, which are those of the GET: Node leaves the body out.
        return reply.from(source, { ...options, method: route.method, body, contentType: 'application/json', rewriteRequestHeaders });
      },
    };
  }

  function callerOf({ id, callerContext: { agent, format, seenAt, idempotencyKey, keyHash } }: FastifyRequest): Caller {
    return {
      agent,
      format,
      seen_at: seenAt,
      request_id: id,
      ...(idempotencyKey === undefined ? {} : { idempotency_key: idempotencyKey }),
      ...(keyHash === undefined ? {} : { key_hash: keyHash }),
      base_url: baseUrl,
      expires_at_ms: now() + signatureMs,
    };
  }
}

function pathOf(request: FastifyRequest, { route }: Endpoint): string {
  const path = upstreamPath(route.path, request.params as Record<string, string>);
  const target = request.raw.url ?? '';
  return route.query ? path + target.slice(rawPathOf(target).length) : path;
}

function openPools(): Pools {
  const untimed = { headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 2_000 } };
  return { short: new Agent({ ...untimed, connections: 128 }), slow: new Agent({ ...untimed, connections: 2_048 }) };
}
