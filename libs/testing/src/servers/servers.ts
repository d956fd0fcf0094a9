import type { Closable } from '@rest-stop/runtime/lifecycle.ts';
import type { Servers } from '../deployment/deployment.ts';
import type { BackendName } from './backend.ts';
import { type NatsOptions, startNats } from './nats.ts';
import { startPostgres } from './postgres.ts';
import { provideBackends } from './provide.ts';
import { type RedisOptions, startRedis } from './redis.ts';
import type { Server, ServerOptions } from './server.ts';

/** Starts one server of each kind for this caller alone, so that it may freeze or kill them. */
export async function startServers(
  options: { postgres?: ServerOptions; redis?: RedisOptions; nats?: NatsOptions } = {},
): Promise<Record<BackendName, Server> & Closable> {
  const starting = [startPostgres(options.postgres), startRedis(options.redis), startNats(options.nats)] as const;
  const [postgres, redis, nats] = await Promise.all(starting);
  const close = async () => void (await Promise.all([postgres, redis, nats].map((server) => server.close())));
  return { postgres, redis, nats, close };
}

/** For a program that is run by hand: finds or starts the servers and ends them after `work`. @throws with the reason when one is not to be had */
export async function withServers<T>(work: (servers: Servers) => Promise<T>): Promise<T> {
  const { postgres, redis, nats, reasons, close } = await provideBackends();
  try {
    if (!postgres || !redis || !nats) throw new Error(reasons.join('; '));
    return await work({ postgres, redis, nats });
  } finally {
    await close();
  }
}
