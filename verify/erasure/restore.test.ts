import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { createPool, type Database, openDatabase } from '@rest-stop/runtime/postgres/pool.ts';
import { runProgram } from '@rest-stop/testing/deployment/child.ts';
import { type Deployment, startDistributed } from '@rest-stop/testing/deployment/deployment.ts';
import { findBinary } from '@rest-stop/testing/servers/find-binary.ts';
import { freshDatabase } from '@rest-stop/testing/servers/fresh-database.ts';
import { startServers } from '@rest-stop/testing/servers/servers.ts';
import { temporaryDirectory } from '@rest-stop/testing/process/reaping.ts';
import { describeWithBinaries } from '@rest-stop/testing/servers/suites.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pendingErasures } from '@rest-stop/testing/kept.ts';
import { Api } from '@rest-stop/testing/client.ts';
import { registerAgent, type Agent, writeEverything } from './agent.ts';
import { leftoversOf } from './leftovers.ts';

const run = promisify(execFile);
const postgresPrograms = dirname(findBinary('postgres') ?? '');

describeWithBinaries(['postgres', 'redis', 'nats'], 'a database restored from before a forget', () => {
  describe.skipIf(!existsSync(join(postgresPrograms, 'pg_dump')))('by pg_dump and pg_restore', () => {
    const folder = temporaryDirectory();
    const [dump, journal] = [join(folder.path, 'dump'), join(folder.path, 'journal')];
    let servers: Awaited<ReturnType<typeof startServers>>;
    let deployment: Deployment | undefined;
    let db: Database | undefined;
    let database: string;
    let redis: string;
    let stayed: Agent;
    let forgotten: Agent;

    beforeAll(async () => {
      servers = await startServers({ nats: { prefix: '*' } });
      redis = servers.redis.url;
      await open();
      const url = deployment?.baseUrls[0] ?? '';
      [stayed, forgotten] = [await registerAgent(url, db as Database), await registerAgent(url, db as Database)];
      for (const agent of [stayed, forgotten]) await writeEverything(url, agent);
      await run(join(postgresPrograms, 'pg_dump'), ['--format=custom', `--file=${dump}`, database]);
      expect((await api().post('/forget', { key: forgotten.key })).status).toBe(200);
      await close();
      await open(dump);
    });
    afterAll(async () => {
      await close();
      await servers?.close();
      folder.remove();
    });

    /** Starts everything on a new database, filled from a dump where one is given. */
    async function open(from?: string) {
      database = (await freshDatabase(servers.postgres.url)).url;
      if (from) await run(join(postgresPrograms, 'pg_restore'), [`--dbname=${database}`, from]);
      deployment = await startDistributed({ ...servers, postgres: { url: database } }, { ERASURE_JOURNAL: journal });
      db = openDatabase(createPool(database, 2));
    }

    async function close() {
      await deployment?.close();
      await db?.close();
      deployment = undefined;
      db = undefined;
    }

    const api = () => new Api(deployment?.baseUrls[0] ?? '');
    const readiness = async () => (await fetch(`http://127.0.0.1:${deployment?.children['identity']?.[0]?.port}/readyz`)).status;
    const left = (agent: Agent) => leftoversOf([agent], db as Database, redis);
    const replay = async () => {
      const env = { DATABASE_URL: database, ERASURE_JOURNAL: journal };
      return (await runProgram('scripts/erasures-replay.ts', [], env)).stdout;
    };

    test('the journal holds the internal id, the time and the number of the erasure, and nothing else', () => {
      const files = readdirSync(journal).map((file) => readFileSync(join(journal, file), 'utf8').trim());
      // An empty one says that the journal has begun.
      const lines = files.filter((text) => text !== '').flatMap((text) => text.split('\n'));
      expect(lines.map((line) => JSON.parse(line))).toEqual([
        { agent: forgotten.uuid, forgotten_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/), position: 1 },
      ]);
    });

    test('brings the agent back, and identity will not work with it', async () => {
      expect(await left(forgotten)).not.toEqual([]);
      expect(await readiness()).toBe(503);
      expect((await api().get('/stay', { key: forgotten.key })).status).toBe(503);
      expect((await api().post('/quickjoin')).status).toBe(503);
    });

    test('forgets again by a replay, and then identity is ready', async () => {
      expect(await replay()).toContain('1 agents deleted again');
      await expect.poll(readiness).toBe(200);
      expect((await api().get('/stay', { key: forgotten.key })).status).toBe(401);
      await expect.poll(() => pendingErasures(db as Database)).toBe(0);
      expect(await left(forgotten)).toEqual([]);
      expect((await api().get('/stay?format=min', { key: stayed.key })).body).toMatchObject({ reviewed: true, defrags_run: 1 });
    });

    test('may be replayed again without effect', async () => {
      expect(await replay()).toContain('0 agents deleted again, 0 erasures recorded');
    });
  });
});
