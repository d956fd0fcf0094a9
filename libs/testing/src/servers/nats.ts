import { startServer, type Server, type ServerOptions } from './server.ts';
import { fileIn, shippedUsers } from './shipped.ts';
import { asTester } from './users.ts';

export type NatsOptions = ServerOptions & {
  /** What stands before every subject. `*`: deployments share the server, each below a path of its own. */
  prefix?: string;
  /** Lets anybody in, who may say and hear everything: to see what the services make of that. */
  anybody?: boolean;
};

/**
 * Starts a NATS server of its own, without JetStream, with the users that are shipped. `url` is that of a user who may do everything; a service
 * connects with its seed. Rejects when no binary is on this machine.
 */
export function startNats({ prefix = '', anybody = false, ...options }: NatsOptions = {}): Promise<Server> {
  const url = (port: number) => `nats://127.0.0.1:${port}`;
  const kind = {
    name: 'nats' as const,
    url: (port: number) => (anybody ? url(port) : asTester(url(port))),
    async prepare(dir: string) {
      fileIn(dir, 'nats.conf', anybody ? '' : (await shippedUsers(prefix)).natsConf);
    },
    args: ({ dir, port }: { dir: string; port: number }) => ['-c', `${dir}/nats.conf`, '--addr', '127.0.0.1', '--port', String(port)],
  };
  return startServer(kind, options);
}
