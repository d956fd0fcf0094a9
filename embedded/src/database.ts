import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { StartupError } from '@rest-stop/runtime/env.ts';
import { engineDatabase } from '@rest-stop/runtime/postgres/engine-database.ts';
import { assertReachable, createPool, type Database, openDatabase } from '@rest-stop/runtime/postgres/pool.ts';

const waitMs = 5_000;

/** PostgreSQL at `url`. @throws StartupError when it does not answer within seconds. */
export async function remoteDatabase(url: string): Promise<Database> {
  const db = openDatabase(createPool(url, 10));
  await assertReachable(db, new URL(url).host, waitMs);
  return db;
}

/** The size of a new database; opening an existing one needs less. */
const roomNeededMb = 64;

/** PostgreSQL inside this process, with its files in `folder`. It has one connection. @throws StartupError when they cannot be opened. */
export async function embeddedDatabase(folder: string): Promise<Database> {
  const engine = await PGlite.create(folder).catch(async (error: unknown) => {
    throw new StartupError(`the database in ${folder} cannot be opened: ${await likelyReason(folder)}`, { cause: error });
  });
  return engineDatabase(createPgConfig(engine), engine, waitMs);
}

/** The engine gives no reason. A full disk is checked for, so that nobody is advised to remove a database that is intact. */
async function likelyReason(folder: string): Promise<string> {
  const { bavail, bsize } = await statfs(dirname(folder));
  const freeMb = Math.floor((bavail * bsize) / 1_048_576);
  if (freeMb < roomNeededMb) return `its disk is full (${freeMb} MB left); make room and start again`;
  return 'it is damaged or of another version; restore it or remove the folder';
}
