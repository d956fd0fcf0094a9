import type { Socket } from 'node:net';
import type { HttpApp } from '@rest-stop/runtime/http/server.ts';

/** How many requests of one connection may be without an answer that the client has read. */
const maxUnanswered = 8;
/** Requests beyond that which were read before their connection could be stopped, of all connections together. */
const maxWaiting = 2_000;

type Line = { unanswered: number; waiting: (() => void)[] };

/**
 * Stops reading from a client that asks without reading the answers, which would fill the memory, until it has read some. What had arrived
 * by then waits for its turn; only when too many requests wait in all is the connection closed.
 */
export function limitPipelining(app: HttpApp, most = maxWaiting): void {
  const lines = new WeakMap<Socket, Line>();
  let waitingInAll = 0;

  function open(socket: Socket): Line {
    const line: Line = { unanswered: 0, waiting: [] };
    lines.set(socket, line);
    // Each answer makes Node read on.
    socket.on('resume', () => {
      if (line.waiting.length > 0) socket.pause();
    });
    socket.once('close', () => {
      waitingInAll -= line.waiting.length;
      line.waiting.length = 0;
    });
    return line;
  }

  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const line = lines.get(socket) ?? open(socket);
    if (line.unanswered < maxUnanswered) {
      line.unanswered++;
      return done();
    }
    if (waitingInAll >= most || socket.destroyed) {
      reply.hijack();
      socket.destroy();
      return;
    }
    waitingInAll++;
    line.waiting.push(done);
    socket.pause();
  });
  app.addHook('onResponse', ({ raw: { socket } }, _reply, done) => {
    const line = lines.get(socket);
    const next = line?.waiting.shift();
    if (next) {
      waitingInAll--;
      if (line?.waiting.length === 0) socket.resume();
      next();
    } else if (line) {
      line.unanswered--;
    }
    done();
  });
}
