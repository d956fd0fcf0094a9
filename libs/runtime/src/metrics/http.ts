import type { HttpApp } from '../http/server.ts';
import { Counter, Gauge, Histogram, type Registry, sharedMetric } from './registry.ts';

/** Up to the gateway's own deadline of a minute. */
const buckets = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/**
 * Measures the requests to `app` by route template, and counts its connections. Must be called before `app` listens. No label comes from a
 * client: whatever meets no route is counted under one name, its method included.
 */
export function measureHttp(app: HttpApp, service: string, registry: Registry): void {
  const requests = sharedMetric(registry, 'rest_stop_http_requests_total', (name) => {
    const labelNames = ['service', 'method', 'route', 'status'] as const;
    const help = 'Requests answered, by the class of their status; left: the client was gone before the answer was sent.';
    return new Counter({ name, help, labelNames, registers: [registry] });
  });
  const duration = sharedMetric(registry, 'rest_stop_http_request_duration_seconds', (name) => {
    const labelNames = ['service', 'method', 'route'] as const;
    const help = 'Time from the head of a request to the end of its answer.';
    return new Histogram({ name, help, labelNames, buckets, registers: [registry] });
  });
  const connections = sharedMetric(registry, 'rest_stop_http_connections', (name) => {
    return new Gauge({ name, help: 'Connections that are open.', labelNames: ['service'], registers: [registry] });
  });

  connections.set({ service }, 0);
  app.server.on('connection', (socket) => {
    connections.inc({ service });
    socket.once('close', () => connections.dec({ service }));
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { url } = request.routeOptions;
    const [method, route] = url === undefined ? ['(any)', '(none)'] : [request.method, url];
    const status = reply.raw.writableFinished ? `${Math.floor(reply.statusCode / 100)}xx` : 'left';
    requests.inc({ service, method, route, status });
    duration.observe({ service, method, route }, reply.elapsedTime / 1_000);
    done();
  });
}
