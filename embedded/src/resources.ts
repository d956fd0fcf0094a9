import { join } from 'node:path';
import { insecureRedis } from '@rest-stop/gateway/admission/redis-safety.ts';
import { connectRedisCluster } from '@rest-stop/gateway/admission/redis-cluster.ts';
import { connectRedis } from '@rest-stop/gateway/admission/redis-connection.ts';
import { redisVisitLog } from '@rest-stop/gateway/admission/redis-visit-log.ts';
import { sqlVisitLog } from '@rest-stop/gateway/admission/sql-visit-log.ts';
import type { VisitLog } from '@rest-stop/gateway/admission/visit-log.ts';
import { migrations as gatewayMigrations } from '@rest-stop/gateway/migrations.ts';
import { beginJournal, insecureJournal } from '@rest-stop/identity/journal/begun.ts';
import type { Journal } from '@rest-stop/identity/journal/journal.ts';
import { migrations as identityMigrations } from '@rest-stop/identity/migrations.ts';
import type { Bus } from '@rest-stop/runtime/bus/bus.ts';
import { memoryBus } from '@rest-stop/runtime/bus/memory.ts';
import { natsBus } from '@rest-stop/runtime/bus/nats.ts';
import { interval, type Closable, closeAll } from '@rest-stop/runtime/lifecycle.ts';
import type { Log } from '@rest-stop/runtime/log.ts';
import { migrate } from '@rest-stop/runtime/postgres/migrate.ts';
import type { Database } from '@rest-stop/runtime/postgres/pool.ts';
import { sql } from '@rest-stop/runtime/postgres/sql.ts';
import { passGate } from '@rest-stop/runtime/start-gate.ts';
import { migrations as stayMigrations } from '@rest-stop/stay/migrations.ts';
import type { Modes } from './banner.ts';
import type { Config } from './config.ts';
import { claimDataFolder } from './data-folder.ts';
import { embeddedDatabase, remoteDatabase } from './database.ts';
import { assertNotRestored, configuredJournal } from './journal.ts';
import { migrations as embeddedMigrations } from './migrations.ts';
import { startSweeping } from './sweep.ts';

type Resources = Closable & {
  db: Database;
  bus: Bus;
  visitLog: VisitLog;
  /** Undefined: erasures are kept nowhere but in the database. */
  journal: Journal | undefined;
  modes: Omit<Modes, 'AI engine'>;
};

const waitMs = 3_000;
const tidyEveryMs = 10 * 60_000;

/** Opens database, visit log, bus and journal: a server where its URL is set, otherwise its embedded counterpart. */
export async function openResources(config: Config, log: Log): Promise<Resources> {
  const opened: Closable[] = [];
  const track: Track = (resource) => {
    opened.unshift(resource);
    return resource;
  };
  try {
    const db = config.databaseUrl
      ? await openRemoteDatabase(config.databaseUrl, track)
      : await openFolderDatabase(config.dataDir, track, log);
    const journal = await configuredJournal(config, log);
    if (journal) await assertNotRestored(db, track(journal));
    const nats = config.nats && track(await natsBus(config.nats, 'rest-stop', log, waitMs));
    const connect = config.redisCluster ? connectRedisCluster : connectRedis;
    const redis = config.redisUrl ? await connect(config.redisUrl, log, waitMs) : undefined;
    const visitLog = track(redis ? redisVisitLog(redis, config.limits) : sqlVisitLog({ db, limits: config.limits, log }));
    const directory = config.journal?.directory;
    passGate(
      config.gate,
      log,
      nats?.insecure,
      ...(redis ? await insecureRedis(redis, waitMs) : []),
      directory && (await insecureJournal(directory, db)),
    );
    if (directory) await beginJournal(directory);
    const bus = nats ?? track(memoryBus(log));
    return { db, bus, visitLog, journal, modes: modesOf(config), close: () => closeAll(...opened) };
  } catch (error) {
    await closeAll(...opened).catch(() => {});
    throw error;
  }
}

type Track = <R extends Closable>(resource: R) => R;

const serviceMigrations = [gatewayMigrations, identityMigrations, stayMigrations];

async function openRemoteDatabase(url: string, track: Track): Promise<Database> {
  const db = track(await remoteDatabase(url));
  for (const { schema, directory } of serviceMigrations) await migrate(db, schema, directory);
  return db;
}

async function openFolderDatabase(folder: string, track: Track, log: Log): Promise<Database> {
  const { path } = track(await claimDataFolder(folder));
  const files = join(path, 'postgres');
  const db = track(await embeddedDatabase(files));
  for (const { schema, directory } of [...serviceMigrations, embeddedMigrations]) await migrate(db, schema, directory);
  // The embedded engine has neither autovacuum nor timed checkpoints: without them its tables and its log would only grow.
  const tidy = async () => {
    await db.query(sql`vacuum`);
    await db.query(sql`checkpoint`);
  };
  track(interval(tidyEveryMs, log, 'vacuum', tidy));
  track(await startSweeping({ db, files }, log));
  return db;
}

function modesOf(config: Config): Resources['modes'] {
  const at = (url: string) => new URL(url).host;
  return {
    database: config.databaseUrl ? `PostgreSQL at ${at(config.databaseUrl)}` : `embedded, kept in ${config.dataDir}`,
    'visit log': config.redisUrl ? `Redis at ${at(config.redisUrl)}` : 'embedded, in the database',
    bus: config.nats ? `NATS at ${at(config.nats.url)}` : 'embedded, in this process',
  };
}
