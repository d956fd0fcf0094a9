import { setTimeout as sleep } from 'node:timers/promises';
import { type Child, startChild } from '../deployment/child.ts';
import { migrateDatabase } from '../deployment/deployment.ts';
import { startNats } from '../servers/nats.ts';
import { startPostgres } from '../servers/postgres.ts';
import { startRedis } from '../servers/redis.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { testSettings } from './cluster.ts';

/** A deployment as a cluster runs it: replicas of every service, a balancer before each that is asked over HTTP. */
export type Replicated = {
  baseUrl: string;
  services: readonly string[];
  /** The servers themselves: for checks. */
  direct: { postgres: string; redis: string };
  /** Every replica of the service, one by one, makes way for a new one. Answers the exit codes of the old ones. */
  restart(service: string): Promise<(number | NodeJS.Signals)[]>;
  stop(): Promise<void>;
};

export type ReplicatedOptions = {
  replicas?: number;
  settings?: Record<string, string>;
  /** Programs that stand in for a service's own, by service. */
  programs?: Partial<Record<string, string>>;
  /** The pause between the last new connection of a replica and its SIGTERM, as in the manifests. */
  preStopMs?: number;
};

type Service = { file: string; env: Record<string, string>; balancer: Balancer | undefined; children: Child[] };

/** Starts servers and services. New replicas are added before old ones go, which the balancer learns before they are told to end. */
export async function startReplicated(options: ReplicatedOptions = {}): Promise<Replicated> {
  const { replicas = 2, settings = {}, programs = {}, preStopMs = 500 } = options;
  const services = new Map<string, Service>();
  const servers = await Promise.all([startPostgres(), startRedis(), startNats()]);
  const [postgres, redis, nats] = servers;
  const common = {
    ...testSettings,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: '0',
    KEY_DERIVATION_SECRET: 'another secret for tests, thirty-two or more',
    NATS_URL: nats.url,
    OPERATOR_EMAIL: 'operator@example.org',
    ...settings,
  };

  const startReplica = async ({ file, env, balancer, children }: Service) => {
    const child = await startChild(file, { ...common, ...env });
    children.push(child);
    balancer?.add(child.port);
    await balancer?.ready(child.port);
  };
  const run = async (name: string, env: Record<string, string>, balanced = true) => {
    const balancer = balanced ? await startBalancer() : undefined;
    const service = { file: programs[name] ?? `services/${name}/src/main.ts`, env, balancer, children: [] };
    services.set(name, service);
    await Promise.all(Array.from({ length: replicas }, () => startReplica(service)));
    return `http://127.0.0.1:${balancer?.port}`;
  };
  const stop = async () => {
    const all = [...services.values()].reverse();
    for (const { children } of all) await Promise.all(children.map((child) => child.stop()));
    await Promise.all(all.map(async ({ balancer }) => balancer?.stop()));
    await Promise.all(servers.map((server) => server.stop()));
  };

  try {
    await migrateDatabase(postgres.url);
    await run('ai-worker', {}, false);
    const IDENTITY_URL = await run('identity', { DATABASE_URL: postgres.url });
    const STAY_URL = await run('stay', { DATABASE_URL: postgres.url });
    const PUBLIC_URL = await run('public', {});
    const upstreams = { IDENTITY_URL, STAY_URL, PUBLIC_URL, REDIS_URL: redis.url };
    const origin = await run('gateway', { ...upstreams, PUBLIC_BASE_URL: 'http://localhost/v1' });
    return {
      baseUrl: `${origin}/v1`,
      services: [...services.keys()],
      direct: { postgres: postgres.url, redis: redis.url },
      async restart(name) {
        const service = services.get(name);
        if (!service) throw new Error(`there is no ${name}`);
        const codes: (number | NodeJS.Signals)[] = [];
        for (const old of service.children.slice()) {
          await startReplica(service);
          service.balancer?.remove(old.port);
          await sleep(preStopMs);
          old.kill('SIGTERM');
          codes.push(await old.exited);
          service.children.splice(service.children.indexOf(old), 1);
        }
        return codes;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
