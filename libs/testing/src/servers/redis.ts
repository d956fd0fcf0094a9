import { startServer, type Server, type ServerOptions } from './server.ts';

const settings = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--daemonize', 'no'];

/** Starts a Redis of its own; it keeps nothing on disk unless `args` say so. Rejects when no binary is on this machine. */
export function startRedis(options: ServerOptions = {}): Promise<Server> {
  const kind = {
    name: 'redis' as const,
    url: (port: number) => `redis://127.0.0.1:${port}`,
    args: ({ dir, port }: { dir: string; port: number }) => ['--port', String(port), '--dir', dir, ...settings],
  };
  return startServer(kind, options);
}
