import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const lookEveryMs = 20;

/**
 * Lets clients close their connections before `app` closes them: if the server closes an idle connection just as its client sends a request,
 * that request is lost. Must be called before `app` listens.
 * @returns a function that starts draining: readiness answers 503, every answer asks the client to close its connection, and new connections
 * are still served. It resolves when no connection is left, or after `forMs`.
 */
export function prepareDrain(app: FastifyInstance): (forMs: number) => Promise<void> {
  let draining = false;
  app.addHook('onRequest', (request, reply, done) => {
    if (draining && request.url === '/readyz') void reply.code(503).send({ ok: false });
    else done();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (draining) reply.header('connection', 'close');
    done(null, payload);
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
