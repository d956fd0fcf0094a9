import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freshDatabase } from '../servers/fresh-database.ts';
import { freePort } from '../servers/network.ts';
import { type Child, repository, startChild } from './child.ts';

/** A whole running service, reached as an agent reaches it: by its base URL. */
export type Deployment = {
  /** One base URL per gateway. */
  baseUrls: string[];
  children: Record<string, Child[]>;
  stop(): Promise<void>;
};

type Settings = Record<string, string>;

/** Tests register many agents from one address within a second. */
const unlimitedRegistrations = { REGISTRATION_LIMIT_PER_MINUTE: '0' };

/** The one-process mode on a data folder of its own. */
export async function startEmbedded(settings: Settings = {}, folder?: string): Promise<Deployment> {
  const dataDir = folder ?? (await mkdtemp(join(tmpdir(), 'rest-stop-')));
  const port = String(await freePort());
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  const child = await startChild('embedded/src/main.ts', {
    PORT: port,
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'info',
    PUBLIC_BASE_URL: baseUrl,
    ...unlimitedRegistrations,
    ...settings,
  });
  return {
    baseUrls: [baseUrl],
    children: { embedded: [child] },
    async stop() {
      await child.stop();
      if (!folder) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export type Backends = { postgres: string; redis: string; nats: string };
type Replicas = { gateway?: number; 'ai-worker'?: number };

/** Every service as a process of its own on real servers, its database brought up to date first. */
export async function startDistributed(backends: Backends, settings: Settings = {}, replicas: Replicas = {}): Promise<Deployment> {
  const common = {
    INTERNAL_SECRET: 'a secret for tests, thirty-two or more',
    // A path of its own on the shared NATS: deployments of other test files must not hear this one.
    NATS_URL: new URL(randomUUID(), `${backends.nats}/`).href,
    PORT: '0',
    AI_PROVIDER: 'offline',
    ...unlimitedRegistrations,
    ...settings,
  };
  await migrateDatabase(backends.postgres);
  const children: Record<string, Child[]> = {};
  const stop = async () => {
    for (const name of ['gateway', 'public', 'stay', 'identity', 'ai-worker']) {
      await Promise.all((children[name] ?? []).map((child) => child.stop()));
    }
  };
  const start = async (name: string, env: Settings = {}) => {
    const child = await startChild(`services/${name}/src/main.ts`, { ...common, ...env });
    children[name] = [...(children[name] ?? []), child];
    return child;
  };
  try {
    const [identity, stay, open] = await Promise.all([
      start('identity', { DATABASE_URL: backends.postgres }),
      start('stay', { DATABASE_URL: backends.postgres }),
      start('public'),
      ...Array.from({ length: replicas['ai-worker'] ?? 1 }, () => start('ai-worker', { REDIS_URL: backends.redis })),
    ]);
    const upstreams = {
      REDIS_URL: backends.redis,
      IDENTITY_URL: `http://127.0.0.1:${identity.port}`,
      STAY_URL: `http://127.0.0.1:${stay.port}`,
      PUBLIC_URL: `http://127.0.0.1:${open?.port}`,
    };
    const gateways = await Promise.all(Array.from({ length: replicas.gateway ?? 1 }, () => startGateway(start, upstreams)));
    return { baseUrls: gateways, children, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startGateway(start: (name: string, env: Settings) => Promise<Child>, upstreams: Settings): Promise<string> {
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  await start('gateway', { ...upstreams, PORT: String(port), PUBLIC_BASE_URL: baseUrl });
  return baseUrl;
}

/** Every service as a process of its own, on a database that is made for it and goes with it. */
export async function startOnFreshDatabase(backends: Backends, settings: Settings = {}, replicas: Replicas = {}): Promise<Deployment> {
  const database = await freshDatabase(backends.postgres);
  const deployment = await startDistributed({ ...backends, postgres: database.url }, settings, replicas);
  return {
    ...deployment,
    async stop() {
      await deployment.stop();
      await database.drop();
    },
  };
}

/** Brings the schemas of a database up to date, as the migration job does. @throws with what the job printed when it fails. */
export async function migrateDatabase(postgresUrl: string): Promise<void> {
  const env = { PATH: process.env['PATH'] ?? '', MIGRATION_DATABASE_URL: postgresUrl };
  await promisify(execFile)(process.execPath, ['scripts/migrate.ts'], { cwd: repository, env });
}
