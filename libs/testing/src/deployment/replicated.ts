import { setTimeout as sleep } from 'node:timers/promises';
import type { Closable } from '@rest-stop/runtime/lifecycle.ts';
import { type Balancer, startBalancer } from '../faults/balancer.ts';
import { startServers } from '../servers/servers.ts';
import { type Distributed, type ServiceName, type Version, type ServicesOptions, startServices } from './deployment.ts';

/** A deployment as a cluster runs it: replicas of every service, a balancer before each that is asked over HTTP. */
export type Replicated = Closable & {
  baseUrl: string;
  services: readonly ServiceName[];
  /** The servers themselves: for checks. */
  direct: { postgres: string; redis: string };
  /** Every replica of the service, one by one, makes way for a new one, of another version if asked. Answers the exit codes of the old ones. */
  restart(service: ServiceName, version?: Version): Promise<(number | NodeJS.Signals)[]>;
};

export type ReplicatedOptions = Pick<ServicesOptions, 'settings' | 'programs'> & {
  replicas?: number;
  /** The pause between the last new connection of a replica and its SIGTERM, as in the manifests. */
  preStopMs?: number;
};

const services = ['ai-worker', 'identity', 'stay', 'public', 'gateway'] as const;
const production = {
  NODE_ENV: 'production',
  ALLOW_INSECURE: 'base-url-http',
  HOST: '127.0.0.1',
  KEY_DERIVATION_SECRET: 'another secret for tests, thirty-two or more',
  OPERATOR_EMAIL: 'operator@example.org',
  PUBLIC_BASE_URL: 'http://localhost/v1',
};

/** Starts servers and services. New replicas are added before old ones go, which the balancer learns before they are told to end. */
export async function startReplicated(options: ReplicatedOptions = {}): Promise<Replicated> {
  const { replicas = 2, settings = {}, programs = {}, preStopMs = 500 } = options;
  const servers = await startServers();
  const balancers = new Map<string, Balancer>();
  for (const service of services) if (service !== 'ai-worker') balancers.set(service, await startBalancer());
  let deployment: Distributed | undefined;
  const close = async () => {
    await deployment?.close();
    await Promise.all([...balancers.values()].map((balancer) => balancer.close()));
    await servers.close();
  };

  try {
    const { children, start } = (deployment = await startServices(servers, {
      settings: { ...production, ...settings },
      programs,
      replicas: Object.fromEntries(services.map((service) => [service, replicas])),
      way: async (_from, to, url) => (balancers.has(to) ? `http://127.0.0.1:${balancers.get(to)?.port}` : url),
      async started(service, { port }) {
        balancers.get(service)?.add(port);
        await balancers.get(service)?.ready(port);
      },
    }));
    return {
      baseUrl: `http://127.0.0.1:${balancers.get('gateway')?.port}/v1`,
      services,
      direct: { postgres: servers.postgres.url, redis: servers.redis.url },
      async restart(service, version) {
        const codes: (number | NodeJS.Signals)[] = [];
        for (const old of children[service]?.slice() ?? []) {
          await start(service, version);
          balancers.get(service)?.remove(old.port);
          await sleep(preStopMs);
          await old.kill('SIGTERM');
          codes.push(await old.exited);
          children[service]?.splice(children[service].indexOf(old), 1);
        }
        return codes;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
