import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { engineDatabase } from '@rest-stop/runtime/postgres/engine-database.ts';
import type { Database } from '@rest-stop/runtime/postgres/pool.ts';
import { migrateAll, schemasOf } from './migrations.ts';

type Kept = { folder: string; archive: string };
let kept: Promise<Kept> | undefined;

const versionOfEngine = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'));
/** In one process the gateway counts visits in the database, too. */
const schemas = schemasOf('gateway', 'identity', 'stay');

/**
 * An empty database as an archive, and one with every service's schema as a folder. To make them is seconds of work, to copy them is none:
 * the first that an engine of this version makes with these migrations are kept for later runs.
 */
async function keptDatabases(): Promise<Kept> {
  const made = createHash('sha256').update(readFileSync(versionOfEngine));
  for (const { directory } of schemas) {
    for (const name of readdirSync(directory).sort()) made.update(name).update(readFileSync(new URL(`${directory.href}/${name}`)));
  }
  const path = fileURLToPath(new URL(`../../../node_modules/.cache/databases-${made.digest('hex').slice(0, 16)}`, import.meta.url));
  const at = (parent: string): Kept => ({ folder: join(parent, 'postgres'), archive: join(parent, 'postgres.tar') });
  if (!existsSync(path)) {
    const fresh = `${path}-${process.pid}`;
    await makeDatabases(at(fresh));
    // Another process may have been faster; theirs is as good.
    await rename(fresh, path).catch(() => rm(fresh, { recursive: true }));
  }
  return at(path);
}

async function makeDatabases({ folder, archive }: Kept): Promise<void> {
  await mkdir(folder, { recursive: true });
  const engine = await PGlite.create(folder);
  const dumped = await engine.dumpDataDir('none');
  await writeFile(archive, dumped.stream());
  const db = engineDatabase(createPgConfig(engine), engine, 0);
  await migrateAll(db, schemas);
  await db.close();
}

/** A fresh database in memory, through the same driver and pool as a real server; on a busy machine every statement still gets its turn. */
export async function embeddedDatabase(): Promise<Database> {
  const { archive } = await (kept ??= keptDatabases());
  const engine = await PGlite.create({ loadDataDir: new Blob([readFileSync(archive)]) });
  return engineDatabase(createPgConfig(engine), engine, 0);
}

/** Puts a database that nobody has used yet, with every service's schema, where the one-process mode would make its own. */
export async function fillDataFolder(path: string): Promise<void> {
  const { folder } = await (kept ??= keptDatabases());
  await cp(folder, join(path, 'postgres'), { recursive: true });
}
