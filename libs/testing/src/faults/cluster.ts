import { startChild } from '../deployment/child.ts';
import { migrateDatabase } from '../deployment/deployment.ts';
import { freePort } from '../servers/network.ts';
import { startNats } from '../servers/nats.ts';
import { startPostgres } from '../servers/postgres.ts';
import { temporaryDirectory } from '../servers/reaping.ts';
import { startRedis } from '../servers/redis.ts';
import { type Instance, supervise, type Supervised } from './supervised.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

/** Every service a process on servers of its own, every way between two of them through a fault proxy. */
export type Cluster = {
  /** One base URL per gateway; the agents' way to it can be made bad, too. */
  baseUrls: string[];
  /** By name: `gateway-1`, `identity`, `redis`, ... */
  parts: Map<string, Supervised>;
  links: readonly Link[];
  /** The servers themselves, past every proxy: for checks. */
  direct: { postgres: string; redis: string };
  stop(): Promise<void>;
};

/** The way from one part to another; the agents are called `agent`. */
export type Link = { from: string; to: string; proxy: TcpProxy };

export type ClusterOptions = {
  gateways?: number;
  /** Settings of every service. */
  settings?: Record<string, string>;
  /** Programs that stand in for a service's own, by service: broken ones, to see that they are caught. */
  programs?: Partial<Record<string, string>>;
  /** More arguments of the Redis server. By default it keeps every acknowledged command. */
  redisArgs?: readonly string[];
};

const durable = ['--appendonly', 'yes', '--appendfsync', 'always'];

/** What every deployment for tests has: an engine that needs no network, and room for many agents from one address. */
export const testSettings = {
  INTERNAL_SECRET: 'a secret for tests, thirty-two or more',
  AI_PROVIDER: 'offline',
  REGISTRATION_LIMIT_PER_MINUTE: '0',
};

/** Starts the cluster. Whatever had started is stopped again when a part does not start. */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const { gateways = 1, settings = {}, programs = {}, redisArgs = durable } = options;
  const parts = new Map<string, Supervised>();
  const links: Link[] = [];
  const folders: { remove(): void }[] = [];

  const add = async (name: string, start: () => Promise<Instance>) => {
    parts.set(name, await supervise(name, start));
  };
  const server = async (name: string, start: (options: { dir: string; port: number }) => Promise<Instance>) => {
    const [port, folder] = [await freePort(), temporaryDirectory()];
    folders.push(folder);
    await add(name, () => start({ dir: folder.path, port }));
    return port;
  };
  const link = async (from: string, to: string, port: number) => {
    const proxy = await startTcpProxy({ port });
    links.push({ from, to, proxy });
    return `127.0.0.1:${proxy.port}`;
  };
  const common = { ...testSettings, ...settings };
  const service = async (name: string, kind: string, env: Record<string, string>) => {
    const port = await freePort();
    const file = programs[kind] ?? `services/${kind}/src/main.ts`;
    await add(name, () => startChild(file, { ...common, ...env, PORT: String(port) }));
    return port;
  };
  const stop = async () => {
    await Promise.all(links.map(({ proxy }) => proxy.heal()));
    const backends = ['postgres', 'redis', 'nats'];
    const names = [...parts.keys()];
    for (const group of [names.filter((name) => !backends.includes(name)), backends]) {
      await Promise.all(group.map(async (name) => parts.get(name)?.stop()));
    }
    await Promise.all(links.map(({ proxy }) => proxy.close()));
    for (const folder of folders) folder.remove();
  };

  const start = async (): Promise<Cluster> => {
    const [postgres, redis, nats] = await Promise.all([
      server('postgres', startPostgres),
      server('redis', (at) => startRedis({ ...at, args: redisArgs })),
      server('nats', startNats),
    ]);
    const direct = { postgres: `postgres://postgres@127.0.0.1:${postgres}/postgres`, redis: `redis://127.0.0.1:${redis}` };
    await migrateDatabase(direct.postgres);
    const bus = async (from: string) => ({ NATS_URL: `nats://${await link(from, 'nats', nats)}` });
    const database = async (from: string) => ({ DATABASE_URL: `postgres://postgres@${await link(from, 'postgres', postgres)}/postgres` });
    const [identity, stay, open] = await Promise.all([
      service('identity', 'identity', { ...(await bus('identity')), ...(await database('identity')) }),
      service('stay', 'stay', { ...(await bus('stay')), ...(await database('stay')) }),
      service('public', 'public', await bus('public')),
      service('ai-worker', 'ai-worker', await bus('ai-worker')),
    ]);
    const gateway = async (name: string) => {
      const port = await service(name, 'gateway', {
        ...(await bus(name)),
        REDIS_URL: `redis://${await link(name, 'redis', redis)}`,
        IDENTITY_URL: `http://${await link(name, 'identity', identity)}`,
        STAY_URL: `http://${await link(name, 'stay', stay)}`,
        PUBLIC_URL: `http://${await link(name, 'public', open)}`,
      });
      return `http://${await link('agent', name, port)}/v1`;
    };
    const baseUrls = await Promise.all(Array.from({ length: gateways }, (_, i) => gateway(`gateway-${i + 1}`)));
    return { baseUrls, parts, links, direct, stop };
  };

  try {
    return await start();
  } catch (error) {
    await stop();
    throw error;
  }
}
