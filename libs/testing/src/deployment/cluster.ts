import type { Closable } from '@rest-stop/runtime/lifecycle.ts';
import { startTcpProxy, type TcpProxy } from '../faults/tcp-proxy.ts';
import type { Running } from '../process/process.ts';
import { startServers } from '../servers/servers.ts';
import { type Deployment, type ServicesOptions, startServices } from './deployment.ts';

/** Every service a process on servers of its own, every way between two of them through a fault proxy. */
export type Cluster = Closable & {
  /** One base URL per gateway; the agents' way to it can be made bad, too. */
  baseUrls: string[];
  /** By name: `gateway-1`, `identity`, `redis`, ... */
  parts: Map<string, Running>;
  links: readonly Link[];
  /** The servers themselves, past every proxy: for checks. */
  direct: { postgres: string; redis: string };
};

/** The way from one part to another; the agents are called `agent`. */
export type Link = { from: string; to: string; proxy: TcpProxy };

export type ClusterOptions = Pick<ServicesOptions, 'settings' | 'programs'> & {
  gateways?: number;
  /** More arguments of the Redis server. By default it keeps every acknowledged command. */
  redisArgs?: readonly string[];
};

const durable = ['--appendonly', 'yes', '--appendfsync', 'always'];

/** Starts the cluster. Whatever had started is closed again when a part does not start. */
export async function startCluster({ gateways = 1, redisArgs = durable, ...options }: ClusterOptions = {}): Promise<Cluster> {
  const servers = await startServers({ redis: { args: redisArgs } });
  const { postgres, redis, nats } = servers;
  const links: Link[] = [];
  let deployment: Deployment | undefined;

  const way = async (from: string, to: string, url: string) => {
    const proxied = new URL(url);
    const proxy = await startTcpProxy({ port: Number(proxied.port) });
    links.push({ from, to, proxy });
    proxied.port = String(proxy.port);
    return proxied.href.replace(/\/$/, '');
  };
  const close = async () => {
    await Promise.all(links.map(({ proxy }) => proxy.heal()));
    await deployment?.close();
    await servers.close();
    await Promise.all(links.map(({ proxy }) => proxy.close()));
  };

  try {
    const { baseUrls: own, children } = (deployment = await startServices(servers, { ...options, replicas: { gateway: gateways }, way }));
    const baseUrls = await Promise.all(own.map((url, i) => way('agent', `gateway-${i + 1}`, url)));
    const parts = new Map<string, Running>(Object.entries({ postgres, redis, nats }));
    for (const [service, all] of Object.entries(children)) {
      for (const [i, child] of all.entries()) parts.set(service === 'gateway' ? `gateway-${i + 1}` : service, child);
    }
    return { baseUrls, parts, links, direct: { postgres: postgres.url, redis: redis.url }, close };
  } catch (error) {
    await close();
    throw error;
  }
}
