import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requestTo } from './spans.ts';
import { continued, isTracing, type OpenSpan, startRoot } from './tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    span: OpenSpan | undefined;
  }
}

type Options = {
  /** Whether this is a request of the platform, which nobody wants to see. */
  isProbe(request: FastifyRequest): boolean;
  /** The trace that a request continues; undefined: none, it begins one. Left out: that of whoever injected the request in this process. */
  traceparent?(request: FastifyRequest): string | undefined;
};

/**
 * Times the requests to `app` by their route's template. Hooks that are added later run within the span, so this comes after those that say whether
 * the request is to be believed. Where nothing is traced, no hook is added.
 */
export function traceRequests(app: FastifyInstance, { isProbe, traceparent }: Options): void {
  if (!isTracing()) return;
  app.decorateRequest('span', undefined);
  app.addHook('onRequest', (request, _reply, done) => {
    if (isProbe(request)) return done();
    const start = () => startRoot(requestTo(request.method, request.routeOptions.url));
    const span = (request.span = traceparent ? continued(traceparent(request), start) : start());
    if (span) span.within(done);
    else done();
  });
  // A body's last bytes come in an event of the connection, which knows nothing of the request's span.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span) request.span.within(done);
    else done();
  });
  app.addHook('onResponse', ({ span }, reply, done) => {
    const { statusCode, raw } = reply;
    span?.tell({ 'http.response.status_code': statusCode });
    span?.end(raw.writableFinished ? (statusCode >= 500 ? `http_${statusCode}` : undefined) : 'left');
    done();
  });
}
