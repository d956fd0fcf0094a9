import { chmod, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Distributed, startServices } from '@rest-stop/testing/deployment/deployment.ts';
import { metricsUrlOf } from '@rest-stop/testing/deployment/child.ts';
import { temporaryDirectory } from '@rest-stop/testing/process/reaping.ts';
import { type OtlpReceiver, startOtlpReceiver } from '@rest-stop/testing/otlp-receiver.ts';
import { freePort } from '@rest-stop/testing/servers/network.ts';
import type { Server } from '@rest-stop/testing/servers/server.ts';
import { startServers } from '@rest-stop/testing/servers/servers.ts';
import pg from 'pg';
import { createClient } from 'redis';
import { chunk, type Chunk } from '../places/chunk.ts';
import { fileChunks } from '../places/files.ts';
import { redisChunks } from '../places/redis.ts';
import { tableChunks } from '../places/tables.ts';
import { natsChunks, webChunks } from '../places/web.ts';
import type { ScriptedProvider } from '../provider.ts';
import { sendDuringOutages } from '../requests/outages.ts';
import { mustBeRead, type Target } from './target.ts';

type Servers = Record<'postgres' | 'redis' | 'nats', Server> & { natsMonitor: string; collector: OtlpReceiver };

/**
 * Every service as a process, on servers of its own that run with the flags of docker-compose.yml and keep their files in one folder.
 * @throws when a server's program is not on this machine
 */
export async function startDistributedTarget(provider: ScriptedProvider): Promise<Target> {
  const { path: folder, remove } = temporaryDirectory();
  // PostgreSQL runs as a user of its own and has to reach its folder.
  await chmod(folder, 0o755);
  const [temporary, journal] = [join(folder, 'tmp'), join(folder, 'erasure-journal')];
  await mkdir(temporary);
  const monitor = await freePort();
  // Compressed, a text in a snapshot would not be found; and every command counts as slow, so that the log of slow ones is not empty by luck.
  const visible = ['--rdbcompression', 'no', '--slowlog-log-slower-than', '0'];
  const started = await startServers({
    postgres: { dir: join(folder, 'postgres') },
    redis: { dir: join(folder, 'redis'), args: visible },
    nats: { dir: join(folder, 'nats'), args: ['-m', String(monitor)] },
  });
  const collector = await startOtlpReceiver();
  const servers = { ...started, natsMonitor: `http://127.0.0.1:${monitor}`, collector };
  const settings = {
    LOG_LEVEL: 'debug',
    METRICS_PORT: '0',
    RATE_LIMIT_EXEMPT_FORGET: 'true',
    TMPDIR: temporary,
    ERASURE_JOURNAL: journal,
    ...collector.settings,
    ...provider.settings,
  };
  const { postgres, redis, nats } = servers;
  const deployment = await startServices({ postgres, redis, nats }, { settings });
  const connect = () => new pg.Pool({ connectionString: postgres.url, max: 1 });
  let sampled = false;
  return {
    name: 'every service a process, on PostgreSQL, Redis and NATS',
    baseUrl: deployment.baseUrls.join(),
    provider,
    notSearched: [],
    async open() {
      const database = connect();
      // What autovacuum does some day: the planner takes samples of the rows. Once, before any agent is forgotten.
      await database.query(sampled ? 'checkpoint' : 'analyze');
      sampled = true;
      await redisCommand(redis, 'SAVE');
      return {
        databases: [database],
        chunks: () => chunksOf(servers, deployment, database, [temporary, journal]),
        close: () => database.end(),
      };
    },
    fault: (driver) => sendDuringOutages(driver, servers),
    async close() {
      await deployment.close();
      await collector.close();
      await started.close();
      remove();
    },
  };
}

async function* chunksOf(servers: Servers, deployment: Distributed, database: pg.Pool, folders: string[]): AsyncGenerator<Chunk> {
  const { postgres, redis, nats, natsMonitor, collector } = servers;
  yield* tableChunks(database, mustBeRead);
  yield* redisChunks(redis.url);
  yield* natsChunks(natsMonitor);
  for (const sent of collector.received) yield chunk('trace', 'spans', sent);
  for (const [name, children] of Object.entries(deployment.children)) {
    for (const child of children) {
      yield chunk('log', `output of ${name}`, child.output());
      for (const page of ['livez', 'readyz']) yield* webChunks('metrics', `http://127.0.0.1:${child.port}/${page}`);
      yield* webChunks('metrics', metricsUrlOf(child));
    }
  }
  for (const { log } of [postgres, redis, nats]) yield* fileChunks('log', log);
  for (const folder of [...folders, nats.dir]) yield* fileChunks('file', folder);
  yield* fileChunks('database file', join(postgres.dir, 'data'));
  const kept = (await readdir(redis.dir)).filter((name) => name !== 'server.log');
  for (const name of kept) yield* fileChunks('database file', join(redis.dir, name));
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
