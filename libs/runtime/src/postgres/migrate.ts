import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { StartupError } from '../env.ts';
import { describeHolders, isLockTimeout } from './locks.ts';
import { type Database, longWorkMs } from './pool.ts';
import { type Db, many, sql } from './sql.ts';

const Applied = z.object({ name: z.string(), hash: z.string() });

/** How long a statement of a migration waits for a lock. Requests queue up behind it, so it is less than a request may take. */
const lockTimeoutMs = 1_000;
/** Between two attempts the requests that had queued up are served. */
const pauseMs = 2_000;

type Options = {
  /** What belongs to the migrations and is committed with them, such as the rights of the service's role. */
  withIt?: (tx: Db) => Promise<void>;
  /** How long locks are tried for. Two schemas one after the other fit into the deadline of the job that migrates. */
  lockPatienceMs?: number;
};

/**
 * Applies the numbered SQL files of `directory` that `schema` does not have yet, in order, in one transaction under an advisory lock, so that
 * several processes may call it at once. Where a table is in use it lets others pass and tries again. Returns the names of those it applied.
 * @throws StartupError when an applied file was changed or is gone, or naming who holds a lock for longer than `lockPatienceMs`
 */
export async function migrate(db: Database, schema: string, directory: URL, options: Options = {}): Promise<string[]> {
  const { withIt = async () => {}, lockPatienceMs = 5 * 60_000 } = options;
  const migrations = await readMigrations(directory);
  const giveUpAt = Date.now() + lockPatienceMs;
  for (;;) {
    try {
      return await db.transaction((tx) => apply(tx, schema, migrations, withIt), longWorkMs);
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (Date.now() >= giveUpAt) throw await withoutLock(db, schema, lockPatienceMs, error);
      await setTimeout(pauseMs);
    }
  }
}

async function readMigrations(directory: URL) {
  const files = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (name) => {
      const text = await readFile(new URL(name, `${directory.href}/`), 'utf8');
      return { name, text, hash: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

type Migration = Awaited<ReturnType<typeof readMigrations>>[number];

async function apply(tx: Db, schema: string, migrations: readonly Migration[], withIt: (tx: Db) => Promise<void>): Promise<string[]> {
  // Another migration may take as long as it likes: waiting for it blocks nobody.
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('rest-stop-migrate', 0))`);
  await tx.query({ text: `set local lock_timeout = ${lockTimeoutMs}`, values: [] });
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
  await withIt(tx);
  return fresh;
}

async function withoutLock(db: Db, schema: string, patienceMs: number, cause: unknown): Promise<StartupError> {
  const holders = await describeHolders(db, schema).catch(() => 'Who holds one cannot be told');
  const seconds = Math.round(patienceMs / 1_000);
  return new StartupError(`schema ${schema}: no lock for the migrations within ${seconds} s; nothing was changed. ${holders}`, { cause });
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
