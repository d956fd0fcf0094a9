import { migrate } from '@rest-stop/runtime/postgres/migrate.ts';
import type { Database } from '@rest-stop/runtime/postgres/pool.ts';
import type { Db } from '@rest-stop/runtime/postgres/sql.ts';

type Schema = { schema: string; directory: URL };

/** The schemas of these services, each with the folder of its migrations. */
export function schemasOf(...services: string[]): Schema[] {
  return services.map((schema) => ({ schema, directory: new URL(`../../../services/${schema}/migrations`, import.meta.url) }));
}

/** Brings schemas up to date from here: a process for it would take three times as long to load as to migrate. */
export async function migrateAll(
  db: Database,
  schemas: readonly Schema[],
  withIt: (tx: Db, schema: string) => Promise<void> = async () => {},
): Promise<void> {
  for (const { schema, directory } of schemas) await migrate(db, schema, directory, { withIt: (tx) => withIt(tx, schema) });
}
