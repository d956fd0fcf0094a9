import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runProgram } from '@rest-stop/testing/deployment/child.ts';
import { freshDatabase } from '@rest-stop/testing/servers/fresh-database.ts';
import { startPostgres } from '@rest-stop/testing/servers/postgres.ts';
import type { Server } from '@rest-stop/testing/servers/server.ts';
import { describeWithBinaries } from '@rest-stop/testing/servers/suites.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { StartupError } from '../src/env.ts';
import { migrate } from '../src/postgres/migrate.ts';
import { createPool, type Database, openDatabase } from '../src/postgres/pool.ts';
import { sql } from '../src/postgres/sql.ts';

describeWithBinaries(['postgres'], 'migrations of a database in use', () => {
  let server: Server;
  let url: string;
  let db: Database;
  let files: URL;
  let clients: pg.Client[];
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.close());
  beforeEach(async () => {
    clients = [];
    ({ url } = await freshDatabase(server.url));
    db = openDatabase(createPool(url, 1));
    const directory = await mkdtemp(join(tmpdir(), 'migrations-'));
    files = pathToFileURL(directory);
    await writeFile(join(directory, '0001_a.sql'), 'create table m.a (x int)');
    await migrate(db, 'm', files);
    await writeFile(join(directory, '0002_b.sql'), 'alter table m.a add y int');
  });
  afterEach(async () => {
    for (const client of clients) await client.end();
    await db.close();
  });

  async function connect(application_name: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url, application_name });
    await client.connect();
    clients.push(client);
    return client;
  }

  /** Somebody who has read a table in a transaction that does not end. */
  async function holder() {
    const client = await connect('a long report');
    await client.query('begin; select * from m.a');
    return client;
  }

  describe('while somebody holds on to a table', () => {
    test('those who come after the migration are served all the same, and it is applied once the table is free', async () => {
      const [holding, reader] = [await holder(), await connect('reader')];
      const migrated = migrate(db, 'm', files);
      const waiting = async () => (await reader.query('select from pg_locks where not granted')).rowCount;
      await vi.waitFor(async () => expect(await waiting()).toBe(1), { timeout: 60_000, interval: 10 });
      await reader.query('select * from m.a');
      await holding.query('commit');
      expect(await migrated).toEqual(['0002_b.sql']);
    });

    test('it ends by saying who that is when it has waited for long enough, and changes nothing', async () => {
      const holding = await holder();
      const { rows } = await holding.query<{ pid: number }>('select pg_backend_pid() as pid');
      const failed = await migrate(db, 'm', files, { lockPatienceMs: 0 }).catch((error: unknown) => error);
      expect(failed).toBeInstanceOf(StartupError);
      expect((failed as StartupError).message).toBe(
        `schema m: no lock for the migrations within 0 s; nothing was changed. Held by process ${rows[0]?.pid} (role postgres, "a long report"): m.a`,
      );
      expect((await db.query(sql`select name from m.migration`)).rows).toEqual([{ name: '0001_a.sql' }]);
    });
  });

  test('what belongs to a migration is done in its transaction, or nothing is', async () => {
    const broken = migrate(db, 'm', files, {
      async withIt() {
        throw new Error('no such role');
      },
    });
    await expect(broken).rejects.toThrow('no such role');
    expect((await db.query(sql`select name from m.migration`)).rows).toEqual([{ name: '0001_a.sql' }]);
  });

  test("a schema is never there without its service's rights: where these cannot be given, it is not made", async () => {
    await db.query({ text: 'create role owner login', values: [] });
    await db.query({ text: `grant create on database "${new URL(url).pathname.slice(1)}" to owner`, values: [] });
    const owned = new URL(url);
    owned.username = 'owner';
    const { code } = await runProgram('scripts/migrate.ts', [], { MIGRATION_DATABASE_URL: owned.href, IDENTITY_DB_PASSWORD: 'x' });
    expect(code).toBe(1);
    expect((await db.query(sql`select to_regclass('identity.agent') is null as absent`)).rows).toEqual([{ absent: true }]);
  });
});
