import { answersRedis } from './answers.ts';
import { findBinary } from './find-binary.ts';
import { startServer, type Server, type ServerOptions } from './server.ts';

const settings = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--daemonize', 'no'];

/** Starts a Redis of its own; it keeps nothing on disk unless `args` say so. Rejects when no binary is on this machine. */
export async function startRedis(options: ServerOptions = {}): Promise<Server> {
  const file = findBinary('redis');
  if (!file) throw new Error('no redis-server binary on this machine');
  const url = (port: number): string => `redis://127.0.0.1:${port}`;
  const kind = {
    file,
    url,
    stopSignal: 'SIGTERM',
    ready: (port: number) => answersRedis(url(port)),
    args: ({ dir, port }: { dir: string; port: number }) => ['--port', String(port), '--dir', dir, ...settings],
  } as const;
  return startServer(kind, options);
}
