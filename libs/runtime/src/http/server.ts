import type { AddressInfo } from 'node:net';
import type { Caller } from '@rest-stop/contracts/agent.ts';
import type { Owner } from '@rest-stop/contracts/route.ts';
import { ApiError, errorInShape } from '@rest-stop/contracts/errors.ts';
import { fastify as createFastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { StartupError } from '../env.ts';
import type { Closable } from '../lifecycle.ts';
import { type Log, logSecurity } from '../log.ts';
import { traceRequests } from '../tracing/http.ts';
import { traceparentOf } from '../tracing/tracing.ts';
import { version } from '../version.ts';
import { type CallerSecrets, callerVerifier, digestOf, type Refusal } from './caller.ts';
import { prepareDrain } from './drain.ts';
import { parseJson } from './json.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
    /** The digest of a body that was signed and has not been compared yet. */
    signedBody: string | undefined;
  }
  interface FastifyInstance {
    /** Logs an error and answers what the client is told of it. */
    errorAnswer(error: unknown, request: FastifyRequest): ErrorAnswer;
  }
  interface FastifyContextConfig {
    probe?: boolean;
    /** The name of the route that is served, for errors to refer to. */
    routeName?: string;
  }
}

export type HttpApp = FastifyInstance;
type ErrorAnswer = { status: number; headers: Record<string, string>; body: unknown };

type Options = {
  log: Log;
  /** As which service the gateway knows this one. Without it, nothing but the probes is answered. */
  callers?: { service: Owner; secrets: CallerSecrets };
  /** Whether this instance can do its work right now: the answer of the readiness probe. */
  ready: () => Promise<boolean> | boolean;
};

/**
 * The HTTP server of a service behind the gateway: refuses requests that the gateway did not sign, parses strictly, answers all errors alike.
 * `/livez` and `/readyz` are for the platform's probes.
 */
export function createHttpApp({ log, callers, ready }: Options): HttpApp {
  const app = createFastify({
    logger: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // The gateway closes an unused connection two seconds earlier, and so before a service that stops has finished draining.
    keepAliveTimeout: 6_000,
    routerOptions: { maxParamLength: 1_024 },
  });
  const verify = callers && callerVerifier(callers.service, callers.secrets);
  app.decorateRequest('caller', null);
  app.decorateRequest('signedBody', undefined);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      const { signedBody } = request;
      if (signedBody !== undefined && signedBody !== digestOf(body)) throw refused('forged', request, log);
      request.signedBody = undefined;
      done(null, (body as Buffer).length === 0 ? undefined : parseJson(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });

  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.probe) return;
    const found = verify?.(request.headers, { method: request.method, path: request.raw.url ?? '' }, Date.now()) ?? 'missing';
    if (typeof found === 'string') throw refused(found, request, log);
    request.caller = found.caller;
    request.signedBody = found.digest;
  });
  // After the signature: a trace that somebody else names is not continued.
  traceRequests(app, {
    isProbe: ({ routeOptions }) => routeOptions.config.probe === true,
    traceparent: ({ headers }) => traceparentOf(headers),
  });
  // A body that was signed and left out is another request.
  app.addHook('preValidation', async (request) => {
    if (request.signedBody) throw refused('forged', request, log);
  });

  app.get('/livez', { config: { probe: true } }, async () => ({ ok: true }));
  app.get('/readyz', { config: { probe: true } }, async (_request, reply) => {
    const ok = await ready();
    return reply.code(ok ? 200 : 503).send({ ok });
  });

  app.decorate('errorAnswer', (error: unknown, request: FastifyRequest) => errorAnswer(toApiError(error), request, log));
  const sendError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const { status, headers, body } = app.errorAnswer(error, request);
    return reply.code(status).headers(headers).send(body);
  };
  app.setErrorHandler(sendError);
  app.setNotFoundHandler((request, reply) => sendError(new ApiError('not_found', 'There is no such endpoint.'), request, reply));
  return app;
}

/** A request that the gateway did not sign, or signed for something else. One that is late may be the gateway's own: it can be sent again. */
function refused(reason: Refusal, request: FastifyRequest, log: Log): ApiError {
  logSecurity(log, 'a request that the gateway has not signed', { reason, method: request.method, route: request.routeOptions.url });
  if (reason === 'expired')
    return new ApiError('unavailable', 'This took too long on its way. Nothing was done: try again.', { retryAfterSeconds: 1 });
  return new ApiError('unauthorized', 'This port answers the gateway only. Send the request to the public base URL.');
}

/** `error` in the shape that all errors have. The details of a 5xx are logged (their kind only) and not told. */
function errorAnswer(error: ApiError, request: FastifyRequest, log: Log): ErrorAnswer {
  if (error.status >= 500) {
    const seen = { route: request.routeOptions.url, error: error.code, request_id: request.caller?.request_id };
    log.warn({ ...seen, err: error.details.cause ?? error }, 'request failed');
  }
  const { retryAfterSeconds } = error.details;
  const { base_url: baseUrl = '', request_id: requestId = '', format = 'verbose' } = request.caller ?? {};
  const context = { baseUrl, requestId, endpoint: request.routeOptions.config?.routeName };
  const { mediaType, body } = errorInShape(error, context, { format, accept: request.headers.accept });
  const wait = retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) };
  return { status: error.status, headers: { 'content-type': mediaType, ...wait }, body };
}

/** Maps Fastify's own errors to codes of the interface; any other unexpected error becomes an internal error without detail. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new ApiError('unsupported_media_type', 'Send the body as UTF-8 JSON with Content-Type: application/json.');
  }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new ApiError(
      'value_too_large',
      'The body is larger than this endpoint takes. Shorten it and send it again; nothing was stored.',
    );
  }
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH') return new ApiError('invalid_request', 'Content-Length does not match the body.');
  if (code === 'FST_ERR_CTP_EMPTY_JSON_BODY') return new ApiError('invalid_json', 'The body is empty where JSON was announced.');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new ApiError('invalid_request', 'The request is malformed.');
  return new ApiError('internal_error', 'Something failed on our side. Nothing was lost: try again.', { cause: error });
}

export type ListenOptions = {
  host: string;
  port: number;
  log: Log;
  /** How long closing waits for clients to close their connections. Default: not at all. */
  drainMs?: number;
  /** The setting that names the port. */
  setting?: string;
};

/** Starts listening. @throws StartupError when the port is in use or may not be opened. */
export async function listen(app: FastifyInstance, options: ListenOptions): Promise<{ port: number } & Closable> {
  const { host, port, log, drainMs = 0, setting = 'PORT' } = options;
  const drain = prepareDrain(app);
  try {
    await app.listen({ host, port });
  } catch (error) {
    const code = (error as { code?: string }).code;
    if (code === 'EADDRINUSE') throw new StartupError(`port ${port} is already in use; set ${setting} to a free one`);
    if (code === 'EACCES') throw new StartupError(`port ${port} may not be opened by this user; set ${setting} to one above 1023`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') throw new StartupError(`HOST is not an address of this machine`);
    throw error;
  }
  const bound = (app.server.address() as AddressInfo).port;
  log.info(setting === 'PORT' ? { version, port: bound } : { port: bound, setting }, 'listening');
  return {
    port: bound,
    async close() {
      await drain(drainMs);
      await app.close();
    },
  };
}
