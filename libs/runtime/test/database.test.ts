import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { embeddedDatabase } from '@rest-stop/testing/embedded-database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { migrate } from '../src/postgres/migrate.ts';
import type { Database } from '../src/postgres/pool.ts';
import { exec, many, maybe, one, sql } from '../src/postgres/sql.ts';

let db: Database;
beforeAll(async () => {
  db = await embeddedDatabase();
  await db.query({ text: 'create schema t; create table t.item (id int primary key)', values: [] });
});
afterAll(() => db.close());

const Item = z.object({ id: z.int() });

test('helpers say by their name how many rows there are', async () => {
  expect(await exec(db, sql`insert into t.item values (${1}), (${2})`)).toBe(2);
  expect(await many(db, Item, sql`select id from t.item order by id`)).toEqual([{ id: 1 }, { id: 2 }]);
  expect(await maybe(db, Item, sql`select id from t.item where id = ${9}`)).toBeUndefined();
  await expect(one(db, Item, sql`select id from t.item where id = ${9}`)).rejects.toThrow(/expected one/);
  await expect(one(db, Item, sql`select id from t.item`)).rejects.toThrow(/at most one/);
});

test('a transaction that fails leaves nothing and frees the connection', async () => {
  const failing = db.transaction(async (tx) => {
    await exec(tx, sql`insert into t.item values (${50})`);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await maybe(db, Item, sql`select id from t.item where id = ${50}`)).toBeUndefined();
});

test('a serialisation failure is tried again, at most twice more', async () => {
  let calls = 0;
  const conflict = () => Object.assign(new Error('conflict'), { code: '40001' });
  const result = await db.transaction(async () => {
    if (++calls < 3) throw conflict();
    return calls;
  });
  expect(result).toBe(3);
  calls = 0;
  await expect(
    db.transaction(async () => {
      calls++;
      throw conflict();
    }),
  ).rejects.toMatchObject({ code: 'unavailable' });
  expect(calls).toBe(3);
});

test('migrations are applied once, in order, and may not be changed afterwards', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'migrations-'));
  await writeFile(join(directory, '0001_a.sql'), 'create table m.a (x int); insert into m.a values (1);');
  expect(await migrate(db, 'm', pathToFileURL(directory))).toEqual(['0001_a.sql']);
  await writeFile(join(directory, '0002_b.sql'), 'alter table m.a add y int;');
  expect(await migrate(db, 'm', pathToFileURL(directory))).toEqual(['0002_b.sql']);
  expect(await migrate(db, 'm', pathToFileURL(directory))).toEqual([]);
  await writeFile(join(directory, '0001_a.sql'), 'create table m.a (x bigint);');
  await expect(migrate(db, 'm', pathToFileURL(directory))).rejects.toThrow(/0001_a.sql of m was changed/);
});

test('a failing migration leaves nothing behind', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'migrations-'));
  await writeFile(join(directory, '0001_a.sql'), 'create table n.a (x int); create table nonsense (;');
  await expect(migrate(db, 'n', pathToFileURL(directory))).rejects.toThrow();
  expect((await db.query(sql`select 1 from information_schema.schemata where schema_name = 'n'`)).rows).toEqual([]);
});
