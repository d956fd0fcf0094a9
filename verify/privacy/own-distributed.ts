import { chmod, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Deployment, startDistributed } from '@rest-stop/testing/deployment/deployment.ts';
import { freePort } from '@rest-stop/testing/servers/network.ts';
import { startNats } from '@rest-stop/testing/servers/nats.ts';
import { startPostgres } from '@rest-stop/testing/servers/postgres.ts';
import { temporaryDirectory } from '@rest-stop/testing/process/reaping.ts';
import { startRedis } from '@rest-stop/testing/servers/redis.ts';
import type { Server } from '@rest-stop/testing/servers/server.ts';
import pg from 'pg';
import { createClient } from 'redis';
import { plantOutages } from './outages.ts';
import { type Piece, piece } from './pieces.ts';
import type { ScriptedProvider } from './provider.ts';
import { filePieces } from './search-files.ts';
import { redisPieces } from './search-redis.ts';
import { tablePieces } from './search-tables.ts';
import { natsPieces, webPieces } from './search-web.ts';
import { shippedFlags } from './shipped-flags.ts';
import type { Places, Target } from './target.ts';

type Servers = { postgres: Server; redis: Server; nats: Server; natsMonitor: string };

/**
 * Every service as a process, on servers of its own that run with the flags of docker-compose.yml and keep their files in one folder.
 * @throws when a server's program is not on this machine
 */
export async function ownDistributed(provider: ScriptedProvider): Promise<Target> {
  const { path: folder, remove } = temporaryDirectory();
  // PostgreSQL runs as a user of its own and has to reach its folder.
  await chmod(folder, 0o755);
  const temporary = join(folder, 'tmp');
  await mkdir(temporary);
  const started: { close(): Promise<void> }[] = [];
  const close = async () => {
    for (const part of started.reverse()) await part.close();
    remove();
  };
  try {
    const servers = await startServers(folder, started);
    const journal = join(folder, 'erasure-journal');
    const own = { LOG_LEVEL: 'debug', RATE_LIMIT_EXEMPT_FORGET: 'true', TMPDIR: temporary, ERASURE_JOURNAL: journal };
    const settings = { ...provider.settings, ...own };
    const deployment = await startDistributed(servers, settings);
    started.push(deployment);
    return target(provider, servers, deployment, [temporary, journal], close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function startServers(folder: string, started: { close(): Promise<void> }[]): Promise<Servers> {
  const keep = (server: Server) => {
    started.push(server);
    return server;
  };
  const monitor = await freePort();
  const postgres = keep(await startPostgres({ dir: join(folder, 'postgres'), args: shippedFlags('postgres') }));
  // Compressed, a text in a snapshot would not be found; and every command counts as slow, so that the log of slow ones is not empty by luck.
  const visible = ['--rdbcompression', 'no', '--slowlog-log-slower-than', '0'];
  const redis = keep(await startRedis({ dir: join(folder, 'redis'), args: [...shippedFlags('redis'), ...visible] }));
  const nats = keep(await startNats({ dir: join(folder, 'nats'), args: ['-m', String(monitor)] }));
  return { postgres, redis, nats, natsMonitor: `http://127.0.0.1:${monitor}` };
}

function target(
  provider: ScriptedProvider,
  servers: Servers,
  deployment: Deployment,
  folders: string[],
  close: () => Promise<void>,
): Target {
  let sampled = false;
  return {
    name: 'every service a process, on PostgreSQL, Redis and NATS',
    baseUrl: deployment.baseUrls.join(),
    provider,
    notSearched: [],
    async open(): Promise<Places> {
      const database = new pg.Pool({ connectionString: servers.postgres.url, max: 1 });
      // What autovacuum does some day: the planner takes samples of the rows. Once, while the agents are guests.
      await database.query(sampled ? 'checkpoint' : 'analyze');
      sampled = true;
      await redisCommand(servers.redis, 'SAVE');
      return {
        databases: [database],
        pieces: () => piecesOf(servers, deployment, database, folders),
        close: () => database.end(),
      };
    },
    fault: (planter) => plantOutages(planter, servers),
    reclaim: () => reclaim(servers),
    close,
  };
}

async function* piecesOf(servers: Servers, deployment: Deployment, database: pg.Pool, folders: string[]): AsyncGenerator<Piece> {
  const { postgres, redis, nats, natsMonitor } = servers;
  yield* tablePieces(database, (what) => {
    throw new Error(`${what} could not be read`);
  });
  yield* redisPieces(redis.url);
  yield* natsPieces(natsMonitor);
  const processes = Object.entries(deployment.children).flatMap(([name, children]) => children.map((child) => ({ name, child })));
  for (const { name, child } of processes) {
    yield piece('log', `output of ${name}`, child.output());
    const pages = name === 'ai-worker' ? ['metrics', 'livez', 'readyz'] : ['livez', 'readyz'];
    yield* webPieces(
      'metrics',
      pages.map((page) => `http://127.0.0.1:${child.port}/${page}`),
    );
  }
  for (const { log } of [postgres, redis, nats]) yield* filePieces('log', log);
  for (const folder of [...folders, nats.dir]) yield* filePieces('file', folder);
  yield* filePieces('database file', join(postgres.dir, 'data'));
  for (const name of await readdir(redis.dir)) {
    if (name !== 'server.log') yield* filePieces('database file', join(redis.dir, name));
  }
}

/** Rewrites every table and drops the log of changes, as a database does in its own time. */
async function reclaim({ postgres, redis }: Servers): Promise<void> {
  const database = new pg.Pool({ connectionString: postgres.url, max: 1 });
  for (const statement of ['alter system set wal_recycle = off', 'select pg_reload_conf()', 'vacuum full', 'checkpoint']) {
    await database.query(statement);
  }
  await database.query('select pg_switch_wal()');
  await database.query('checkpoint');
  await database.end();
  await redisCommand(redis, 'BGREWRITEAOF');
  await redisCommand(redis, 'SAVE').catch(() => {});
}

async function redisCommand({ url }: Server, ...command: string[]): Promise<unknown> {
  const client = createClient({ url });
  await client.connect();
  try {
    return await client.sendCommand(command);
  } finally {
    client.destroy();
  }
}
