import { answersNats } from './answers.ts';
import { findBinary } from './find-binary.ts';
import { startServer, type Server, type ServerOptions } from './server.ts';

/** Starts a NATS server of its own, without JetStream. Rejects when no binary is on this machine. */
export async function startNats(options: ServerOptions = {}): Promise<Server> {
  const file = findBinary('nats');
  if (!file) throw new Error('no nats-server binary on this machine');
  const url = (port: number): string => `nats://127.0.0.1:${port}`;
  const kind = {
    file,
    url,
    stopSignal: 'SIGTERM',
    ready: (port: number) => answersNats(url(port)),
    args: ({ port }: { port: number }) => ['--addr', '127.0.0.1', '--port', String(port)],
  } as const;
  return startServer(kind, options);
}
