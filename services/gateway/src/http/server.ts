import { randomUUID } from 'node:crypto';
import { type IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiError } from '@rest-stop/contracts/errors.ts';
import type { HttpApp } from '@rest-stop/runtime/http/server.ts';
import type { Log } from '@rest-stop/runtime/log.ts';
import { traceRequests } from '@rest-stop/runtime/tracing/http.ts';
import { fastify } from 'fastify';
import type { BodyBudget } from './body-budget.ts';
import { brokenRequestAnswers } from './broken-requests.ts';
import { limitConnections } from './connections-per-client.ts';
import { badTarget, errorSender, notFound } from './errors.ts';
import { corsHeaders } from './cors.ts';
import { type Hosts, misdirected } from './hosts.ts';
import { linger } from './linger.ts';
import { sendInOneWrite } from './one-write.ts';
import { limitPipelining } from './pipelining.ts';
import { isProbe } from './probes.ts';
import { readBodies } from './read-body.ts';
import { securityHeaders, sendAlways } from './security-headers.ts';

const headersTimeoutMs = 10_000;
const requestTimeoutMs = 30_000;
/** How long a connection may be without a byte in either direction: longer than the slowest endpoint takes to answer. */
const idleTimeoutMs = 90_000;
const maxConnections = 10_000;

type Options = {
  baseUrl: string;
  log: Log;
  /** Room for the bodies of all requests that are not answered yet. */
  bodies: BodyBudget;
  /** Connections that one client may have; 0: any number. */
  connectionsPerClient: number;
  trustedProxyHops: number;
  /** By which names it may be addressed. */
  hosts: Hosts;
};

/** The public HTTP server: with limits on time and size, strict parsing, and errors that say nothing about the server. */
export function createPublicServer({ baseUrl, log, bodies, connectionsPerClient, trustedProxyHops, hosts }: Options): HttpApp {
  const ambiguous = new WeakSet<Duplex>();
  const always = { ...securityHeaders(baseUrl), ...corsHeaders };
  const broken = brokenRequestAnswers(baseUrl, always, ambiguous);
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
    // Node would answer a missing Host itself; `framingProblem` refuses it in the shape of all errors.
    http: { headersTimeout: headersTimeoutMs, connectionsCheckingInterval: 1_000, requireHostHeader: false },
    // The guard bounds parameters. This is more than the header limit lets in, so that the router never refuses one first.
    routerOptions: { maxParamLength: 65_536 },
    clientErrorHandler: broken.clientError,
    // For a path that cannot be decoded no hook is called.
    frameworkErrors: (_error, request, reply) => void sendError(badTarget(), request, reply.headers(always) as never),
  });
  app.server.maxConnections = maxConnections;
  limitConnections(app.server, connectionsPerClient, trustedProxyHops);
  sendAlways(app, always);
  app.server.on('connect', broken.connect);
  // Node would answer an unknown Expect header with 417; it is ignored like all headers that are not used.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));

  limitPipelining(app);
  refuseAmbiguousFraming(app, ambiguous);
  refuseOtherHosts(app, hosts, baseUrl);
  // Whatever a client names as its trace is not looked at: here each begins.
  traceRequests(app, { isProbe });
  sendInOneWrite(app);
  app.removeAllContentTypeParsers();
  readBodies(app, bodies);
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  app.setNotFoundHandler((request, reply) => sendError(notFound(''), request, reply));
  app.addHook('onResponse', (request, reply, done) => {
    const { method, id, routeOptions } = request;
    const status = reply.raw.writableFinished ? reply.statusCode : 'left';
    log.info({ method, route: routeOptions.url ?? '(none)', status, ms: Math.round(reply.elapsedTime), request_id: id }, 'request');
    // A probe from within has no connection.
    if (!request.raw.complete && request.raw instanceof IncomingMessage) linger(request.raw);
    done();
  });
  return app;
}

/**
 * Refuses a request without a host, or with a body of which two parsers could find different ends (RFC 9112, sections 3.2 and 6.1).
 * Whatever follows on the connection is not answered: it may be a part of that body.
 */
function refuseAmbiguousFraming(app: HttpApp, ambiguous: WeakSet<Duplex>): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { socket, headers } = request.raw;
    if (ambiguous.has(socket)) return void reply.hijack();
    const problem = framingProblem(headers, request.raw.httpVersion);
    if (!problem) return done();
    ambiguous.add(socket);
    reply.header('connection', 'close');
    done(new ApiError('invalid_request', problem));
  });
}

/** The platform's probes come by the address or the name of a pod, and learn nothing but that it is there. */
function refuseOtherHosts(app: HttpApp, hosts: Hosts, baseUrl: string): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { host } = request.raw.headers;
    // HTTP/1.0 has none, and no browser speaks it.
    done(host === undefined || hosts.isOwn(host) || isProbe(request) ? undefined : misdirected(baseUrl));
  });
}

function framingProblem({ host, 'transfer-encoding': coding = 'chunked' }: IncomingHttpHeaders, httpVersion: string): string | undefined {
  if (coding.toLowerCase() !== 'chunked') return 'Transfer-Encoding must be chunked or left out.';
  if (host === undefined && httpVersion === '1.1') return 'A request needs a Host header.';
  return undefined;
}
