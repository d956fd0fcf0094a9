import { startTcpProxy } from '@rest-stop/testing/faults/tcp-proxy.ts';
import { startPostgres } from '@rest-stop/testing/servers/postgres.ts';
import type { Server } from '@rest-stop/testing/servers/server.ts';
import { describeWithBinaries } from '@rest-stop/testing/servers/suites.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createPool, type Database, openDatabase } from '../src/postgres/pool.ts';
import { exec, many, one, sql } from '../src/postgres/sql.ts';

const Pid = z.object({ pid: z.int() });
const unavailable = { code: 'unavailable' };

describeWithBinaries(['postgres'], 'a PostgreSQL that says nothing', () => {
  let server: Server;
  const opened: Database[] = [];
  beforeAll(async () => {
    server = await startPostgres();
    await exec(open(), sql`create table note (text text primary key)`);
  });
  afterAll(async () => {
    await server?.kill('SIGCONT');
    for (const db of opened) await db.close();
    await server?.close();
  });

  function open(url = server.url, max = 3): Database {
    const db = openDatabase(createPool(url, max));
    opened.push(db);
    return db;
  }

  /** Broken on purpose: without a time limit, as the driver is by default. */
  function openPatient(max = 3): Database {
    const db = openDatabase(new pg.Pool({ connectionString: server.url, max }), null);
    opened.push(db);
    return db;
  }

  const notes = async (db: Database) =>
    (await many(db, z.object({ text: z.string() }), sql`select text from note`)).map(({ text }) => text);
  const pidsOf = async (db: Database) =>
    (await Promise.all([1, 2, 3].map(() => one(db, Pid, sql`select pg_backend_pid() as pid, pg_sleep(0.05)::text`)))).map(({ pid }) => pid);

  test('because it is frozen: 503 for all, also for those who need a new connection; afterwards it is asked on new connections', async () => {
    const [db, patient] = [open(), openPatient()];
    const before = await pidsOf(db);
    await one(patient, Pid, sql`select pg_backend_pid() as pid`);
    let written: Promise<number> | undefined;
    let answered = false;
    let others: Promise<unknown[]> | undefined;
    const between = db.transaction(async (tx) => {
      await exec(tx, sql`insert into note values ('given up')`);
      await server.kill('SIGSTOP');
      written = exec(patient, sql`insert into note values ('waited for')`).finally(() => (answered = true));
      const ask = (n: number) => (n % 2 ? db.query(sql`select 1`) : db.transaction((own) => own.query(sql`select 1`)));
      others = Promise.allSettled(Array.from({ length: 8 }, (_, n) => ask(n)));
      return exec(tx, sql`insert into note values ('given up, too')`);
    });
    await expect(between).rejects.toMatchObject(unavailable);
    expect(await others).toMatchObject(Array.from({ length: 8 }, () => ({ status: 'rejected', reason: unavailable })));
    // The server has not answered anything so far, and the query without a limit is still waiting.
    expect(answered).toBe(false);
    await server.kill('SIGCONT');
    expect(await written).toBe(1);
    expect(await notes(db)).toEqual(['waited for']);
    expect((await pidsOf(db)).filter((pid) => before.includes(pid))).toEqual([]);
    const numbers = Array.from({ length: 20 }, (_, i) => i);
    const Number = z.object({ n: z.int() });
    expect(await Promise.all(numbers.map(async (n) => (await one(db, Number, sql`select ${n}::int as n`)).n))).toEqual(numbers);
  });

  describe.concurrent('because somebody else is in the way', () => {
    test('of its answers: it has committed all the same. 503, for nobody knows, and the same again does no harm', async () => {
      const proxy = await startTcpProxy({ port: server.port });
      const url = new URL(server.url);
      url.host = `127.0.0.1:${proxy.port}`;
      const db = open(url.href);
      const write = (last: () => void) =>
        db.transaction(async (tx) => {
          const rows = await exec(tx, sql`insert into note values ('sent twice') on conflict do nothing`);
          last();
          return rows;
        });
      await expect(write(() => proxy.set({ drop: 'to-client' }))).rejects.toMatchObject(unavailable);
      await proxy.heal();
      expect(await notes(db)).toContain('sent twice');
      expect(await write(() => {})).toBe(0);
      await proxy.close();
    });

    test('with a lock: 503 for those who use the pool up waiting for it and for those who wait for them; then all goes on', async () => {
      const [db, patient] = [open(), openPatient()];
      const holder = new pg.Client({ connectionString: server.url });
      await holder.connect();
      await holder.query('create table held (n int)');
      await holder.query('begin; lock table held in access exclusive mode');
      let answered = 0;
      const patiently = Promise.all([1, 2, 3, 4].map((n) => exec(patient, sql`insert into held values (${n})`).finally(() => answered++)));
      const work = Array.from({ length: 30 }, (_, n) =>
        db.transaction((tx) => exec(tx, n % 2 ? sql`insert into held values (${n})` : sql`select count(*) from held`)),
      );
      for (const result of await Promise.allSettled(work)) expect(result).toMatchObject({ status: 'rejected', reason: unavailable });
      expect(answered).toBe(0);
      await holder.query('rollback');
      await patiently;
      expect(await one(db, z.object({ n: z.string() }), sql`select count(*) as n from held`)).toEqual({ n: '4' });
      await holder.end();
    });

    test('with work that is long: it is given up, unless it was said to be long', async () => {
      const db = open();
      const sleep = (tx: { query: Database['query'] }) => tx.query(sql`select pg_sleep(4.2)`);
      const [short, alone, long] = await Promise.allSettled([db.transaction(sleep), sleep(db), db.transaction(sleep, 60_000)]);
      expect([short, alone]).toMatchObject([{ reason: unavailable }, { reason: unavailable }]);
      expect(long.status).toBe('fulfilled');
    });
  });
});
