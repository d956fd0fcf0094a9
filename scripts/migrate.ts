import { migrations as identity } from '@rest-stop/identity/migrations.ts';
import { databaseUrl, readEnv } from '@rest-stop/runtime/env.ts';
import { runProcess } from '@rest-stop/runtime/lifecycle.ts';
import { migrate } from '@rest-stop/runtime/postgres/migrate.ts';
import { assertReachable, createPool, openDatabase } from '@rest-stop/runtime/postgres/pool.ts';
import { grantRights, makeRole } from '@rest-stop/runtime/postgres/role.ts';
import type { Db } from '@rest-stop/runtime/postgres/sql.ts';
import { migrations as stay } from '@rest-stop/stay/migrations.ts';
import { z } from 'zod';

/** Brings the database up to date as its owner, and gives each service a role that reaches its own schema and no other. */
const Env = z.object({
  MIGRATION_DATABASE_URL: databaseUrl,
  IDENTITY_DB_PASSWORD: z.string().min(1).optional(),
  STAY_DB_PASSWORD: z.string().min(1).optional(),
});

await runProcess('migrate', async () => {
  const env = readEnv(Env, process.env);
  const db = openDatabase(createPool(env.MIGRATION_DATABASE_URL, 1));
  await assertReachable(db, new URL(env.MIGRATION_DATABASE_URL).host, 60_000);
  const services = [
    { ...identity, password: env.IDENTITY_DB_PASSWORD },
    { ...stay, password: env.STAY_DB_PASSWORD },
  ];
  for (const { schema, directory, password } of services) {
    const withIt = async (tx: Db) => {
      if (!password) return;
      await makeRole(tx, schema, password);
      await grantRights(tx, schema);
    };
    const applied = await migrate(db, schema, directory, { withIt });
    process.stdout.write(`${schema}: ${applied.length > 0 ? `applied ${applied.join(', ')}` : 'up to date'}\n`);
  }
  await db.close();
  process.exit(0);
});
