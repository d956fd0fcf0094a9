import type { Duplex } from 'node:stream';
import type { HttpApp } from '@rest-stop/runtime/http/server.ts';

/** How many requests of one connection may be without an answer that the client has read. */
const maxUnanswered = 8;

/** Closes the connection of a client that sends requests without reading the answers, which would fill the memory. */
export function limitPipelining(app: HttpApp): void {
  const unanswered = new WeakMap<Duplex, number>();
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const count = (unanswered.get(socket) ?? 0) + 1;
    unanswered.set(socket, count);
    if (count <= maxUnanswered) return done();
    reply.hijack();
    socket.destroy();
  });
  app.addHook('onResponse', ({ raw: { socket } }, _reply, done) => {
    unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1);
    done();
  });
}
