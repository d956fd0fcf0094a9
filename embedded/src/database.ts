import { readdir, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { StartupError } from '@rest-stop/runtime/env.ts';
import { engineDatabase } from '@rest-stop/runtime/postgres/engine-database.ts';
import { assertReachable, createPool, type Database, openDatabase } from '@rest-stop/runtime/postgres/pool.ts';
import { makePrivate } from './private-files.ts';

const waitMs = 5_000;

/** PostgreSQL at `url`. @throws StartupError when it does not answer within seconds. */
export async function remoteDatabase(url: string): Promise<Database> {
  const db = openDatabase(createPool(url, 10));
  await assertReachable(db, new URL(url).host, waitMs);
  return db;
}

/** The size of a new database; opening an existing one needs less. */
const roomNeededMb = 64;

/** Drops used segments of the write-ahead log: by default it renames them and keeps their old content for as long as they wait to be used. */
const startParams = [...PGlite.defaultStartParams, '-c', 'wal_recycle=off'];

/** PostgreSQL inside this process, with its files in `folder`. It has one connection. @throws StartupError when they cannot be opened. */
export async function embeddedDatabase(folder: string): Promise<Database> {
  await assertComplete(folder);
  const engine = await PGlite.create(folder, { startParams }).catch(async (error: unknown) => {
    throw new StartupError(`the database in ${folder} cannot be opened: ${await likelyReason(folder)}`, { cause: error });
  });
  // The engine makes some files that anybody may read while it opens and closes.
  await makePrivate(folder);
  const close = async () => {
    await engine.close();
    await makePrivate(folder);
  };
  return engineDatabase(createPgConfig(engine), { close }, waitMs);
}

/** The engine would make a new database over the files of one that lost its PG_VERSION. */
async function assertComplete(folder: string): Promise<void> {
  const names = await readdir(folder).catch((): string[] => []);
  if (names.length === 0 || names.includes('PG_VERSION')) return;
  throw new StartupError(
    `${folder} has files but no PG_VERSION, so its database is incomplete. Restore the folder from a backup, or move it away to start with an empty database.`,
  );
}

/** The engine gives no reason. A full disk is checked for, so that nobody is advised to remove a database that is intact. */
async function likelyReason(folder: string): Promise<string> {
  const { bavail, bsize } = await statfs(dirname(folder));
  const freeMb = Math.floor((bavail * bsize) / 1_048_576);
  if (freeMb < roomNeededMb) return `its disk is full (${freeMb} MB left); make room and start again`;
  return 'it is damaged or of another version; restore it or remove the folder';
}
