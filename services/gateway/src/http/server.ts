import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiError } from '@rest-stop/contracts/errors.ts';
import type { HttpApp } from '@rest-stop/runtime/http/server.ts';
import type { Log } from '@rest-stop/runtime/log.ts';
import { fastify } from 'fastify';
import { checkMediaType } from '../proxy/body.ts';
import { brokenRequestAnswers } from './broken-requests.ts';
import { badTarget, errorSender, notFound } from './errors.ts';
import { linger } from './linger.ts';
import { limitPipelining } from './pipelining.ts';

const headersTimeoutMs = 10_000;
const requestTimeoutMs = 30_000;
/** No byte in either direction for so long: longer than the slowest endpoint takes to answer. */
const idleTimeoutMs = 90_000;
const maxConnections = 10_000;

/** The public HTTP server: bounded in time and size, strict in what it reads, silent about itself. */
export function createPublicServer({ baseUrl, log }: { baseUrl: string; log: Log }): HttpApp {
  const doubtful = new WeakSet<Duplex>();
  const broken = brokenRequestAnswers(baseUrl, doubtful);
  const sendError = errorSender(baseUrl, log);
  const app = fastify({
    logger: false,
    genReqId: () => randomUUID(),
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    keepAliveTimeout: 75_000,
    connectionTimeout: idleTimeoutMs,
    requestTimeout: requestTimeoutMs,
    // A missing Host is refused below, in this service's words.
    http: { headersTimeout: headersTimeoutMs, connectionsCheckingInterval: 1_000, requireHostHeader: false },
    // Parameters are measured by the endpoints: here nothing that the header limit lets in is too long.
    routerOptions: { maxParamLength: 65_536 },
    clientErrorHandler: broken.clientError,
    frameworkErrors: (_error, request, reply) => void sendError(badTarget(), request, reply as never),
  });
  app.server.maxConnections = maxConnections;
  app.server.on('connect', broken.connect);
  // An unknown expectation is ignored like any other header that is not used here.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));

  limitPipelining(app);
  refuseDoubtfulFraming(app, doubtful);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      if (body.length > 0) checkMediaType(request.headers);
      done(null, body);
    } catch (error) {
      done(error as Error);
    }
  });
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  app.setNotFoundHandler((request, reply) => sendError(notFound(), request, reply));
  app.addHook('onResponse', (request, reply, done) => {
    const { method, id, routeOptions } = request;
    const status = reply.raw.writableFinished ? reply.statusCode : 'left';
    log.info({ method, route: routeOptions.url ?? '(none)', status, ms: Math.round(reply.elapsedTime), request_id: id }, 'request');
    if (!request.raw.complete) linger(request.raw);
    done();
  });
  return app;
}

/**
 * Refuses a body whose end two readers could see in two places (RFC 9112, sections 3.2 and 6.1) or a request without a host, and whatever
 * follows it on the connection: it may be part of that body.
 */
function refuseDoubtfulFraming(app: HttpApp, doubtful: WeakSet<Duplex>): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { socket, headers } = request.raw;
    if (doubtful.has(socket)) return void reply.hijack();
    const trouble = doubt(headers, request.raw.httpVersion);
    if (!trouble) return done();
    doubtful.add(socket);
    reply.header('connection', 'close');
    done(new ApiError('invalid_request', trouble));
  });
}

function doubt({ host, 'transfer-encoding': coding = 'chunked' }: IncomingHttpHeaders, httpVersion: string): string | undefined {
  if (coding.toLowerCase() !== 'chunked') return 'Transfer-Encoding must be chunked or left out.';
  if (host === undefined && httpVersion === '1.1') return 'A request needs a Host header.';
  return undefined;
}
