import { startServer, type Server, type ServerOptions } from './server.ts';

/** Starts a NATS server of its own, without JetStream. Rejects when no binary is on this machine. */
export function startNats(options: ServerOptions = {}): Promise<Server> {
  const kind = {
    name: 'nats' as const,
    url: (port: number) => `nats://127.0.0.1:${port}`,
    args: ({ port }: { port: number }) => ['--addr', '127.0.0.1', '--port', String(port)],
  };
  return startServer(kind, options);
}
