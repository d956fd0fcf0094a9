import { assertMigrated } from '@rest-stop/runtime/postgres/assert-migrated.ts';
import { migrate } from '@rest-stop/runtime/postgres/migrate.ts';
import type { Database } from '@rest-stop/runtime/postgres/pool.ts';
import { embeddedDatabase } from '@rest-stop/testing/embedded-database.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrations } from '../src/migrations.ts';

describe('the wait for a migrated schema', () => {
  let db: Database;
  beforeAll(async () => {
    db = await embeddedDatabase();
  });
  afterAll(() => db?.close());
  const run = (text: string) => db.query({ text, values: [] });

  test('ends with a reason when nobody migrates, and in time when somebody does', async () => {
    await expect(assertMigrated(db, migrations, 0)).rejects.toThrow('schema identity: its list of migrations cannot be read (42P01)');
    const waiting = assertMigrated(db, migrations, 20_000);
    await migrate(db, migrations.schema, migrations.directory);
    await waiting;
  });

  test('names the files that are missing, and does not mind those of a newer version', async () => {
    await migrate(db, migrations.schema, migrations.directory);
    await run(`insert into identity.migration (name, hash) values ('9999_of_a_newer_version.sql', '')`);
    await assertMigrated(db, migrations, 0);
    await run(`delete from identity.migration where name like '0002%'`);
    await expect(assertMigrated(db, migrations, 0)).rejects.toThrow('not applied yet: 0002_erasure.sql; run the migrations first');
  });
});
