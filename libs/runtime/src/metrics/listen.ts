import { fastify } from 'fastify';
import { listen, type ListenOptions } from '../http/server.ts';
import type { Closable } from '../lifecycle.ts';
import type { Registry } from './registry.ts';

/** Answers GET /metrics on a port of its own, which no client reaches. @throws StartupError when the port may not be used */
export function listenForMetrics(registry: Registry, options: Omit<ListenOptions, 'setting'>): Promise<{ port: number } & Closable> {
  const app = fastify({ logger: false, forceCloseConnections: true });
  app.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()));
  return listen(app, { ...options, setting: 'METRICS_PORT' });
}
