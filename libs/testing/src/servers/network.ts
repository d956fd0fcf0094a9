import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';

const [lowest, highest] = [12_000, 32_000];

/**
 * A TCP port of 127.0.0.1 that nobody listens on at this moment. It lies below the ports that systems give to outgoing connections: one of
 * those might take it before its use, or, while its owner is down, even connect to itself.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

const portAttempts = 3;

/** Starts something on a free port. Another process may take the port before that: then another port is tried. */
export async function onFreePort<T>(start: (port: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    try {
      return await start(port);
    } catch (error) {
      if (attempt === portAttempts || (await isFree(port))) throw error;
    }
  }
}

/** Opens a TCP connection, sends `request` and checks its answer, of as many lines. Rejects on any error, another answer, or after 2 s. */
export function probe(target: { host: string; port: number }, request: string, expected: RegExp): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(target);
    const end = (error?: Error): void => {
      socket.destroy();
      if (error) reject(error);
      else resolve();
    };
    socket.setTimeout(2_000, () => end(new Error('no answer within 2 s')));
    socket.once('error', end);
    socket.once('close', () => end(new Error('closed without an answer')));
    const lines = Math.max(1, request.split('\n').length - 1);
    let answer = '';
    socket.on('data', (data) => {
      answer += data.toString('latin1');
      if (answer.split('\n').length <= lines) return;
      end(expected.test(answer) ? undefined : new Error(`unexpected answer: ${answer.slice(0, 60).trim()}`));
    });
    if (request) socket.write(request);
  });
}
