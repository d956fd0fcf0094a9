import { startServer, type Server, type ServerOptions } from './server.ts';
import { fileIn, shippedFlags, shippedUsers } from './shipped.ts';
import { asTester, tester } from './users.ts';

export type RedisOptions = ServerOptions & {
  /** Makes another list of users from the shipped one: to see that it is noticed. */
  acl?: (shipped: string) => string;
};

/** A replica signs in at its primary as this user. */
const replication = ['--masteruser', tester.name, '--masterauth', tester.password];

/**
 * Starts a Redis of its own with the users and flags that are shipped. `url` is that of a user who may do everything; `asService` makes those of the
 * services from it. Rejects when no binary is on this machine.
 */
export function startRedis({ acl = (shipped) => shipped, ...options }: RedisOptions = {}): Promise<Server> {
  const kind = {
    name: 'redis' as const,
    url: (port: number) => asTester(`redis://127.0.0.1:${port}`),
    async prepare(dir: string) {
      fileIn(dir, 'redis.acl', acl((await shippedUsers()).redisAcl));
    },
    args: ({ dir, port }: { dir: string; port: number }) => {
      const own = ['--port', String(port), '--dir', dir, '--bind', '127.0.0.1', '--daemonize', 'no'];
      return [...own, ...shippedFlags('redis'), '--aclfile', `${dir}/redis.acl`, ...replication];
    },
  };
  return startServer(kind, options);
}
