import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { engineDatabase } from '@rest-stop/runtime/postgres/engine-database.ts';
import type { Database } from '@rest-stop/runtime/postgres/pool.ts';

/** A fresh database in memory, through the same driver and pool as a real server; on a busy machine every statement still gets its turn. */
export async function embeddedDatabase(): Promise<Database> {
  const engine = await PGlite.create();
  return engineDatabase(createPgConfig(engine), engine, 0);
}
