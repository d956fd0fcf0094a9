import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { engineDatabase } from '@rest-stop/runtime/postgres/engine-database.ts';
import type { Database } from '@rest-stop/runtime/postgres/pool.ts';
import { temporaryDirectory } from './process/reaping.ts';

type Empty = { folder: string; archive: Blob };
let empty: Promise<Empty> | undefined;

/** An empty database, made once in this process: to make one is seconds of work, to copy it is none. */
async function makeEmpty(): Promise<Empty> {
  const folder = join(temporaryDirectory().path, 'postgres');
  const engine = await PGlite.create(folder);
  const archive = await engine.dumpDataDir('none');
  await engine.close();
  return { folder, archive };
}

/** A fresh database in memory, through the same driver and pool as a real server; on a busy machine every statement still gets its turn. */
export async function embeddedDatabase(): Promise<Database> {
  const { archive } = await (empty ??= makeEmpty());
  const engine = await PGlite.create({ loadDataDir: archive });
  return engineDatabase(createPgConfig(engine), engine, 0);
}

/** Puts an empty database where the one-process mode would make its own. */
export async function fillDataFolder(path: string): Promise<void> {
  const { folder } = await (empty ??= makeEmpty());
  await cp(folder, join(path, 'postgres'), { recursive: true });
}
