import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Closable } from '@rest-stop/runtime/lifecycle.ts';
import { busSettings } from '@rest-stop/testing/deployment/bus-peers.ts';
import { runProgram } from '@rest-stop/testing/deployment/child.ts';
import { type Distributed, startServices } from '@rest-stop/testing/deployment/deployment.ts';
import { temporaryDirectory } from '@rest-stop/testing/process/reaping.ts';
import { startNats } from '@rest-stop/testing/servers/nats.ts';
import { startPostgres } from '@rest-stop/testing/servers/postgres.ts';
import { startRedis } from '@rest-stop/testing/servers/redis.ts';
import type { Server } from '@rest-stop/testing/servers/server.ts';

/** A whole deployment whose servers know each service by a credential of its own. */
export type Stage = Closable & {
  deployment: Distributed;
  nats: Server;
  redis: Server;
  postgres: Server;
  /** The URL with which `user` reaches a store; without one: as somebody without credentials. */
  redisUrl(user?: RedisUser): string;
  postgresUrl(user: string, password?: string): string;
};

export const redisPasswords = { gateway: 'of-the-gateway', 'ai-worker': 'of-the-workers', auditor: 'of-the-auditor' };
export type RedisUser = keyof typeof redisPasswords;
export const rolePasswords: Record<string, string> = { identity: 'of identity', stay: 'of stay' };

export async function startStage(): Promise<Stage> {
  const folder = temporaryDirectory();
  const opened: Closable[] = [];
  const close = async () => {
    for (const part of opened.toReversed()) await part.close();
    folder.remove();
  };
  try {
    const { postgres, redis, nats } = await startServers(folder.path, opened);
    const withUser = (url: string, user: string, password: string) => {
      const address = new URL(url);
      Object.assign(address, { username: user, password: encodeURIComponent(password) });
      return address.href;
    };
    const redisUrl = (user?: RedisUser) => (user ? withUser(redis.url, user, redisPasswords[user]) : redis.url);
    const postgresUrl = (user: string, password = rolePasswords[user] ?? '') => withUser(postgres.url, user, password);
    const way = async (from: string, to: string, url: string) => {
      if (to === 'redis') return redisUrl(from as RedisUser);
      return to === 'postgres' ? postgresUrl(from) : url;
    };
    const deployment = await startServices({ postgres, redis, nats }, { way });
    opened.push(deployment);
    return { deployment, nats, redis, postgres, redisUrl, postgresUrl, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startServers(folder: string, opened: Closable[]): Promise<Record<'postgres' | 'redis' | 'nats', Server>> {
  const { BUS_PEERS } = busSettings('gateway');
  await program('scripts/server-users.ts', [folder], {
    BUS_PEERS,
    REDIS_GATEWAY_PASSWORD: redisPasswords.gateway,
    REDIS_AI_WORKER_PASSWORD: redisPasswords['ai-worker'],
  });
  // Who reads what Redis has refused.
  appendFileSync(join(folder, 'redis.acl'), `user auditor on >${redisPasswords.auditor} +acl\n`);
  const postgres = await startPostgres({ passwords: true });
  opened.push(postgres);
  const redis = await startRedis({ args: ['--aclfile', join(folder, 'redis.acl')] });
  opened.push(redis);
  const nats = await startNats({ args: ['-c', join(folder, 'nats.conf')] });
  opened.push(nats);
  await program('scripts/migrate.ts', [], {
    MIGRATION_DATABASE_URL: postgres.url,
    IDENTITY_DB_PASSWORD: rolePasswords['identity'] ?? '',
    STAY_DB_PASSWORD: rolePasswords['stay'] ?? '',
  });
  return { postgres, redis, nats };
}

async function program(file: string, args: string[], env: Record<string, string>): Promise<void> {
  const { code, stderr } = await runProgram(file, args, env);
  if (code !== 0) throw new Error(`${file} failed: ${stderr}`);
}
