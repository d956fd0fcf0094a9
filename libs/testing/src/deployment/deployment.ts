import { randomUUID } from 'node:crypto';
import type { Closable } from '@rest-stop/runtime/lifecycle.ts';
import { grantRights } from '@rest-stop/runtime/postgres/role.ts';
import { createPool, openDatabase } from '@rest-stop/runtime/postgres/pool.ts';
import { fillDataFolder } from '../embedded-database.ts';
import { migrateAll, schemasOf } from '../migrations.ts';
import { temporaryDirectory } from '../process/reaping.ts';
import { type BackendName, backendNames } from '../servers/backend.ts';
import { freshDatabase } from '../servers/fresh-database.ts';
import { onFreePort } from '../servers/network.ts';
import { asService } from '../servers/users.ts';
import { busSettings } from './bus-peers.ts';
import { type Child, startChild } from './child.ts';

/** A whole running service, reached as an agent reaches it: by its base URL. */
export type Deployment = Closable & {
  /** One base URL per gateway. */
  baseUrls: string[];
  /** Its processes, by service; `embedded` where one process is all of them. */
  children: Record<string, Child[]>;
};

/** A deployment in which every service is a process of its own. */
export type Distributed = Deployment & {
  /** Starts one more process of a service, with the settings of the others. */
  start(service: ServiceName, version?: Version): Promise<Child>;
};

/** What runs in the place of the service as it is here: another program, or the same with settings of its own. */
export type Version = { settings?: Settings; program?: string };

export type Servers = Record<BackendName, { url: string }>;
type Settings = Record<string, string>;

/** What every deployment for tests has: an engine that needs no network, and room for many agents from one address. */
const testSettings = {
  CALLER_SECRET_IDENTITY: 'a secret of identity for tests and long enough',
  CALLER_SECRET_STAY: 'a secret of stay for tests and long enough',
  CALLER_SECRET_PUBLIC: 'a secret of public for tests and long enough',
  AI_PROVIDER: 'offline',
  REGISTRATION_LIMIT_PER_MINUTE: '0',
  REGISTRATION_LIMIT_PER_DAY: '0',
};

/** The parts that each service is told the address of, and by which setting. */
const uses = {
  identity: ['postgres', 'nats'],
  stay: ['postgres', 'nats'],
  public: ['nats'],
  'ai-worker': ['nats', 'redis'],
  gateway: ['nats', 'redis', 'identity', 'stay', 'public'],
} as const;
const variables = {
  postgres: 'DATABASE_URL',
  redis: 'REDIS_URL',
  nats: 'NATS_URL',
  identity: 'IDENTITY_URL',
  stay: 'STAY_URL',
  public: 'PUBLIC_URL',
} as const;
export type ServiceName = keyof typeof uses;

const isBackend = (name: string): name is BackendName => backendNames.includes(name as BackendName);

/** The settings of one service: of the secrets that it shares with the gateway, its own. */
export function settingsFor(service: ServiceName): Settings {
  const { CALLER_SECRET_IDENTITY, CALLER_SECRET_STAY, CALLER_SECRET_PUBLIC, ...others } = testSettings;
  if (service === 'gateway') return testSettings;
  const own = { identity: CALLER_SECRET_IDENTITY, stay: CALLER_SECRET_STAY, public: CALLER_SECRET_PUBLIC, 'ai-worker': undefined }[service];
  return own === undefined ? others : { ...others, CALLER_SECRET: own };
}
const closingOrder: readonly ServiceName[] = ['gateway', 'public', 'stay', 'identity', 'ai-worker'];

export type ServicesOptions = {
  /** Settings of every service. */
  settings?: Settings;
  /** How many processes of a service; by default one. */
  replicas?: Partial<Record<ServiceName, number>>;
  /** Programs that stand in for a service's own: broken ones, to see that they are caught. */
  programs?: Partial<Record<string, string>>;
  /** The URL under which `from` reaches `to`. By default the one where `to` listens. */
  way?(from: string, to: string, url: string): Promise<string>;
  /** Told of every process that has started. */
  started?(service: ServiceName, child: Child): Promise<void>;
};

/** Starts every service as a process of its own on real servers, whose database is brought up to date first. */
export async function startServices(servers: Servers, options: ServicesOptions = {}): Promise<Distributed> {
  const { settings = {}, replicas = {}, programs = {}, way = async (_from, _to, url) => url, started = async () => {} } = options;
  const urls: Record<string, string> = {};
  for (const [name, { url }] of Object.entries(servers)) urls[name] = url;
  const children: Record<string, Child[]> = {};

  const startOne = async (service: ServiceName, name: string, more: Version = {}) => {
    const addresses: Settings = {};
    for (const to of uses[service]) {
      const url = await way(name, to, urls[to] ?? '');
      const keyless = to === 'nats' && settings['BUS_SEED'] === '';
      addresses[variables[to]] = isBackend(to) && !keyless ? asService(to, url, service) : url;
    }
    const program = more.program ?? programs[service] ?? `services/${service}/src/main.ts`;
    const child = await onFreePort((port) => {
      const own = { PORT: String(port), ...(service === 'gateway' ? { PUBLIC_BASE_URL: baseUrlAt(port) } : {}) };
      return startChild(program, { ...settingsFor(service), ...busSettings(service), ...addresses, ...own, ...settings, ...more.settings });
    });
    urls[service] ??= `http://127.0.0.1:${child.port}`;
    (children[service] ??= []).push(child);
    await started(service, child);
    return child;
  };
  const startAll = (...services: ServiceName[]) => {
    const named = services.flatMap((service) => {
      const count = replicas[service];
      const names = count === undefined ? [service] : Array.from({ length: count }, (_, i) => `${service}-${i + 1}`);
      return names.map((name) => startOne(service, name));
    });
    return Promise.all(named);
  };
  const close = async () => {
    for (const service of closingOrder) await Promise.all((children[service] ?? []).map((child) => child.close()));
  };

  try {
    await migrateDatabase(servers.postgres.url);
    await startAll('identity', 'stay', 'public', 'ai-worker');
    const gateways = await startAll('gateway');
    const baseUrls = gateways.map(({ port }) => baseUrlAt(port));
    return { baseUrls, children, start: (service, more) => startOne(service, service, more), close };
  } catch (error) {
    await close();
    throw error;
  }
}

const baseUrlAt = (port: number) => `http://127.0.0.1:${port}/v1`;

/** Every service as a process of its own on servers that other deployments may use, too. */
export function startDistributed(
  servers: Servers,
  settings: Settings = {},
  replicas: ServicesOptions['replicas'] = {},
): Promise<Distributed> {
  // A path of its own on the shared NATS: deployments of other test files must not hear this one.
  const nats = { url: new URL(randomUUID(), `${servers.nats.url}/`).href };
  return startServices({ postgres: servers.postgres, redis: servers.redis, nats }, { settings, replicas });
}

/** The same on a database that is made for it and goes with it; `database` is its URL. */
export async function startOnFreshDatabase(
  servers: Servers,
  settings: Settings = {},
  replicas: ServicesOptions['replicas'] = {},
): Promise<Distributed & { database: string }> {
  const database = await freshDatabase(servers.postgres.url);
  const deployment = await startDistributed({ ...servers, postgres: database }, settings, replicas);
  const close = async () => {
    await deployment.close();
    await database.drop();
  };
  return { ...deployment, database: database.url, close };
}

/** The one-process mode, on a data folder of its own, with an empty database in it, unless one is given. */
export async function startEmbedded(settings: Settings = {}, folder?: string): Promise<Deployment> {
  const { path, remove } = folder === undefined ? temporaryDirectory() : { path: folder, remove: () => undefined };
  if (folder === undefined && !settings['DATABASE_URL']) await fillDataFolder(path);
  const child = await onFreePort((port) => {
    const own = { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: path, LOG_LEVEL: 'info', PUBLIC_BASE_URL: baseUrlAt(port) };
    const { REGISTRATION_LIMIT_PER_MINUTE, REGISTRATION_LIMIT_PER_DAY } = testSettings;
    return startChild('embedded/src/main.ts', { ...own, REGISTRATION_LIMIT_PER_MINUTE, REGISTRATION_LIMIT_PER_DAY, ...settings });
  });
  return { baseUrls: [baseUrlAt(child.port)], children: { embedded: [child] }, close: () => child.close().then(remove) };
}

/** Brings the schemas of a database up to date and gives the roles of the services their rights, as the migration job does. */
export async function migrateDatabase(postgresUrl: string): Promise<void> {
  const db = openDatabase(createPool(postgresUrl, 1));
  try {
    await migrateAll(db, schemasOf('identity', 'stay'), grantRights);
  } finally {
    await db.close();
  }
}
