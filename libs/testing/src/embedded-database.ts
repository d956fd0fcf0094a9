import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { engineDatabase } from '@rest-stop/runtime/postgres/engine-database.ts';
import type { Database } from '@rest-stop/runtime/postgres/pool.ts';

type Empty = { folder: string; archive: string };
let empty: Promise<Empty> | undefined;

/** An empty database. To make one is seconds of work, to copy it is none: the first that an engine of this version makes is kept for later runs. */
async function emptyDatabase(): Promise<Empty> {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.resolve('@electric-sql/pglite')), 'utf8'));
  const kept = fileURLToPath(new URL(`../../../node_modules/.cache/empty-database-${version}`, import.meta.url));
  const at = (path: string): Empty => ({ folder: join(path, 'postgres'), archive: join(path, 'postgres.tar') });
  if (!existsSync(kept)) {
    const fresh = `${kept}-${process.pid}`;
    await makeEmpty(at(fresh));
    // Another process may have been faster; theirs is as good.
    await rename(fresh, kept).catch(() => rm(fresh, { recursive: true }));
  }
  return at(kept);
}

async function makeEmpty({ folder, archive }: Empty): Promise<void> {
  await mkdir(folder, { recursive: true });
  const engine = await PGlite.create(folder);
  const dumped = await engine.dumpDataDir('none');
  await engine.close();
  await writeFile(archive, dumped.stream());
}

/** A fresh database in memory, through the same driver and pool as a real server; on a busy machine every statement still gets its turn. */
export async function embeddedDatabase(): Promise<Database> {
  const { archive } = await (empty ??= emptyDatabase());
  const engine = await PGlite.create({ loadDataDir: new Blob([readFileSync(archive)]) });
  return engineDatabase(createPgConfig(engine), engine, 0);
}

/** Puts an empty database where the one-process mode would make its own. */
export async function fillDataFolder(path: string): Promise<void> {
  const { folder } = await (empty ??= emptyDatabase());
  await cp(folder, join(path, 'postgres'), { recursive: true });
}
