import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { z } from 'zod';
import { StartupError } from '../env.ts';
import { type Database, longWorkMs } from './pool.ts';
import { type Db, many, sql } from './sql.ts';

const Applied = z.object({ name: z.string(), hash: z.string() });

/**
 * Applies the numbered SQL files of `directory` that `schema` does not have yet, in order, in one transaction under an advisory lock, so that
 * several processes may call it at once. Returns the names of those it applied.
 * @throws StartupError when an applied file was changed or is gone.
 */
export async function migrate(db: Database, schema: string, directory: URL): Promise<string[]> {
  const files = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  const migrations = await Promise.all(
    files.map(async (name) => {
      const text = await readFile(new URL(name, `${directory.href}/`), 'utf8');
      return { name, text, hash: createHash('sha256').update(text).digest('hex') };
    }),
  );
  return db.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('rest-stop-migrate', 0))`);
    const applied = await appliedIn(tx, schema);
    const fresh: string[] = [];
    for (const [i, { name, text, hash }] of migrations.entries()) {
      const before = applied[i];
      if (before && (before.name !== name || before.hash !== hash)) {
        throw new StartupError(`migration ${before.name} of ${schema} was changed after it had been applied`);
      }
      if (before) continue;
      await tx.query({ text, values: [] });
      await tx.query({ text: `insert into "${schema}".migration (name, hash) values ($1, $2)`, values: [name, hash] });
      fresh.push(name);
    }
    if (applied.length > migrations.length)
      throw new StartupError(`the database is newer than this program: ${schema} has unknown migrations`);
    return fresh;
  }, longWorkMs);
}

async function appliedIn(tx: Db, schema: string) {
  const [existing] = (await tx.query(sql`select to_regclass(${`${schema}.migration`}) is not null as present`)).rows as {
    present: boolean;
  }[];
  if (!existing?.present) {
    await tx.query({ text: `create schema if not exists "${schema}"`, values: [] });
    await tx.query({
      text: `create table "${schema}".migration (name text primary key, hash text not null, applied_at timestamptz not null default now())`,
      values: [],
    });
  }
  return many(tx, Applied, { text: `select name, hash from "${schema}".migration order by name`, values: [] });
}
