import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const lookEveryMs = 20;

/**
 * Lets the connections of `app` end by themselves before it is closed: closing one that is idle at the very moment at which its client
 * sends a request would lose that request. To be called before `app` listens.
 * @returns starts the draining: readiness is denied, every answer asks its client to leave, new connections are still served. Resolves when
 * no connection is left, or after `forMs`.
 */
export function prepareDrain(app: FastifyInstance): (forMs: number) => Promise<void> {
  let draining = false;
  app.addHook('onRequest', async (request, reply) => {
    if (draining && request.url === '/readyz') return reply.code(503).send({ ok: false });
  });
  app.addHook('onSend', async (_request, reply) => {
    if (draining) reply.header('connection', 'close');
  });

  const connections = () =>
    new Promise<number>((resolve) => {
      app.server.getConnections((_error, count) => resolve(count));
    });
  return async (forMs) => {
    draining = true;
    const until = performance.now() + forMs;
    while (performance.now() < until && (await connections()) > 0) await sleep(lookEveryMs);
  };
}
