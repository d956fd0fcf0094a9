import { readdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { type Closable, interval } from '@rest-stop/runtime/lifecycle.ts';
import type { Log } from '@rest-stop/runtime/log.ts';
import { bigint } from '@rest-stop/runtime/postgres/columns.ts';
import type { Database } from '@rest-stop/runtime/postgres/pool.ts';
import { type Db, exec, many, one, sql } from '@rest-stop/runtime/postgres/sql.ts';
import { z } from 'zod';

/** A sweep begins at most this long after an erasure, unless another sweep ended recently. */
const everyMs = 15_000;
/** The pause after a sweep, in durations of that sweep: sweeps take at most 5 % of the time, however many agents ask to be forgotten. */
const pauseFactor = 20;

const segmentBytes = 16 * 1_024 * 1_024;

type Folder = { db: Database; files: string };

/**
 * Removes the bytes of forgotten agents from the database files in `files`, once per `everyMs` at most, and once more when it is closed.
 * A deleted row stays in its table file and in the write-ahead log until something rewrites them, and the embedded engine does neither by itself.
 * Erasures that a crash left behind are swept before this returns.
 */
export async function startSweeping(folder: Folder, log: Log): Promise<Closable> {
  let notBefore = 0;
  const sweep = async () => {
    if (performance.now() < notBefore) return;
    const startedAt = performance.now();
    await sweepErased(folder);
    const endedAt = performance.now();
    notBefore = endedAt + (endedAt - startedAt) * pauseFactor;
  };
  await sweepErased(folder);
  const sweeping = interval(everyMs, log, 'sweep', sweep);
  return {
    async close() {
      await sweeping.close();
      await sweepErased(folder).catch((error: unknown) =>
        log.warn({ err: error }, 'the data folder could not be swept; the next start does it'),
      );
    },
  };
}

const Positions = z.object({ settled: bigint, swept: bigint });

/** Sweeps if every service has confirmed an erasure that no sweep has covered. */
async function sweepErased(folder: Folder): Promise<void> {
  const { db } = folder;
  const { settled, swept } = await one(db, Positions, positions());
  if (settled <= swept) return;
  await sweepNow(folder);
  await exec(
    db,
    sql`insert into embedded.sweep (position) values (${settled}) on conflict (only_row) do update set position = excluded.position`,
  );
}

/** Has the next start sweep although the erasures are not new, after a restored folder was replayed. */
export async function forgetSweeps(db: Db): Promise<void> {
  await exec(db, sql`delete from embedded.sweep`);
}

/** `settled`: all erasures up to this number are confirmed by every service. */
function positions() {
  return sql`
    select
      least(position, (select min(position) - 1 from identity.erasure)) as settled,
      coalesce((select position from embedded.sweep), 0) as swept
    from identity.journal_position`;
}

const Table = z.object({ name: z.string(), bytes: bigint });

/** Rewrites one table at a time, so that requests are served in between, then starts a new write-ahead log and drops the old one. */
async function sweepNow(folder: Folder): Promise<void> {
  const { db, files } = folder;
  const found = await many(db, Table, tables());
  await assertRoom(
    files,
    found.map(({ bytes }) => bytes),
  );
  for (const { name } of found) await db.query({ text: `vacuum full ${name}`, values: [] });
  await db.query(sql`select pg_switch_wal()`);
  await db.query(sql`checkpoint`);
  await removeUnused(folder);
}

function tables() {
  return sql`
    select format('%I.%I', nspname, relname) as name, pg_total_relation_size(c.oid) as bytes
    from pg_class as c join pg_namespace as n on n.oid = relnamespace
    where relkind = 'r' and nspname not in ('pg_catalog', 'information_schema')`;
}

/** The engine ends when it has no room for its write-ahead log, so it must not be asked to write a lot on a full disk. */
async function assertRoom(files: string, tableBytes: number[]): Promise<void> {
  const { bavail, bsize } = await statfs(files);
  // One table at a time is on the disk twice, and the log holds a copy of all of them until the end.
  const needed = Math.max(...tableBytes) + tableBytes.reduce((sum, bytes) => sum + bytes, 0) + 2 * segmentBytes;
  if (bavail * bsize < needed) throw new Error('not enough room on the disk to sweep the data folder');
}

const InUse = z.object({ segment: z.string(), database: z.string(), tables: z.array(z.string()) });

/**
 * Removes the files that the engine does not use: log segments that an earlier version kept for later, and what a crash in the middle of a sweep
 * left behind. The transaction keeps the only connection, so no other statement can begin to use a file meanwhile.
 */
async function removeUnused({ db, files }: Folder): Promise<void> {
  await db.transaction(async (tx) => {
    const { segment, database, tables } = await one(tx, InUse, inUse());
    const used = new Set(tables);
    const base = join(files, 'base', database);
    await removeFiles(join(files, 'pg_wal'), (name) => /^[0-9A-F]{24}$/.test(name) && name > segment);
    await removeFiles(base, (name) => /^\d+(_\w+)?(\.\d+)?$/.test(name) && !used.has(/^\d+/.exec(name)?.[0] ?? ''));
    await rm(join(files, 'base', 'pgsql_tmp'), { recursive: true, force: true });
  });
}

function inUse() {
  return sql`
    select
      pg_walfile_name(pg_current_wal_insert_lsn()) as segment,
      (select oid::text from pg_database where datname = current_database()) as database,
      array(select pg_relation_filenode(oid)::text from pg_class where pg_relation_filenode(oid) is not null) as tables`;
}

async function removeFiles(folder: string, isUnused: (name: string) => boolean): Promise<void> {
  const names = await readdir(folder);
  await Promise.all(names.filter(isUnused).map((name) => rm(join(folder, name), { force: true })));
}
