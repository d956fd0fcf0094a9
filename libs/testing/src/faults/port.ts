import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const [lowest, highest] = [12_000, 32_000];

/**
 * A free port for something that will be down for a while and then listen there again. It lies below the ports that systems give to
 * outgoing connections: one of those might take it meanwhile, or, while its owner is down, even connect to itself.
 */
export async function lastingPort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
