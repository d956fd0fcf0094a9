import type { Closable } from '@rest-stop/runtime/lifecycle.ts';
import { type Distributed, startServices } from '@rest-stop/testing/deployment/deployment.ts';
import type { Server } from '@rest-stop/testing/servers/server.ts';
import { startServers } from '@rest-stop/testing/servers/servers.ts';
import { asService } from '@rest-stop/testing/servers/users.ts';

/** A whole deployment whose servers know each service by a credential of its own. */
export type Stage = Closable & {
  deployment: Distributed;
  nats: Server;
  redis: Server;
  postgres: Server;
  /** The URL with which `user` reaches Redis; without one: as somebody without credentials. */
  redisUrl(user?: string): string;
  /** The URL with which `user` reaches PostgreSQL; by default with the password of that role. */
  postgresUrl(user: string, password?: string): string;
};

export async function startStage(): Promise<Stage> {
  const servers = await startServers();
  const { postgres, redis, nats } = servers;
  const close = async (deployment?: Distributed) => {
    await deployment?.close();
    await servers.close();
  };
  try {
    const deployment = await startServices(servers);
    return {
      deployment,
      nats,
      redis,
      postgres,
      redisUrl: (user) => (user ? asService('redis', redis.url, user) : `redis://127.0.0.1:${redis.port}`),
      postgresUrl(user, password) {
        const url = new URL(asService('postgres', postgres.url, user));
        if (password !== undefined) Object.assign(url, { username: user, password });
        return url.href;
      },
      close: () => close(deployment),
    };
  } catch (error) {
    await close();
    throw error;
  }
}
