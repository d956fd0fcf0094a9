import { migrate } from '@rest-stop/runtime/postgres/migrate.ts';
import { type Database, openDatabase } from '@rest-stop/runtime/postgres/pool.ts';
import type { Db } from '@rest-stop/runtime/postgres/sql.ts';
import type { Service } from '@rest-stop/runtime/service.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe } from 'vitest';
import { embeddedDatabase } from './embedded-database.ts';
import { freshDatabase } from './servers/fresh-database.ts';
import { describeWith } from './servers/suites.ts';

type Opened = { db: Database; drop(): Promise<void> };
type Started = { service: Service };

async function openEmbedded(): Promise<Opened> {
  return { db: await embeddedDatabase(), drop: async () => undefined };
}

async function openPostgres(server: string): Promise<Opened> {
  const { url, drop } = await freshDatabase(server);
  // As on the embedded database, every statement gets its turn on a busy machine: the time limits of a request are tried where they are made.
  return { db: openDatabase(new pg.Pool({ connectionString: url, max: 10 }), null), drop };
}

/**
 * A `describe` for a service that owns a schema: its tests run on the embedded database and, where there is one, on a PostgreSQL server, each
 * with one service for all of them. What `body` is given is filled in before the first test.
 */
export function onEachDatabaseOf<S extends Started>(migrations: { schema: string; directory: URL }, start: (db: Database) => S) {
  return (name: string, body: (started: S) => void): void => {
    const prepared = (open: () => Promise<Opened>) => {
      const started = {} as S;
      let opened: Opened | undefined;
      beforeAll(async () => {
        opened = await open();
        await migrate(opened.db, migrations.schema, migrations.directory);
        Object.assign(started, start(opened.db));
      });
      afterAll(async () => {
        await started.service?.http.close();
        await started.service?.close();
        await opened?.db.close();
        await opened?.drop();
      });
      return started;
    };
    describe(`${name}, embedded`, () => body(prepared(openEmbedded)));
    describeWith(['postgres'], `${name}, PostgreSQL`, ({ postgres }) => body(prepared(() => openPostgres(postgres.url))));
  };
}

/** Every table whose rows, as text, contain `needle`. */
export async function tablesWith(db: Db, needle: string): Promise<string[]> {
  const { rows } = await db.query({
    text: `select table_schema || '.' || table_name as name from information_schema.tables
           where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    values: [],
  });
  const found: string[] = [];
  for (const { name } of rows as { name: string }[]) {
    const hit = await db.query({ text: `select 1 from ${name} as t where position($1 in t::text) > 0 limit 1`, values: [needle] });
    if (hit.rows.length > 0) found.push(name);
  }
  return found.sort();
}
