import type { Db } from './sql.ts';

/** Makes the role of a service and sets its password. Utility statements take no parameters, so the database itself quotes the password. */
export async function makeRole(db: Db, role: string, password: string): Promise<void> {
  await db.query({ text: `select set_config('rest_stop.password', $1, true)`, values: [password] });
  await db.query({
    text: `do $$ begin
      if not exists (select from pg_roles where rolname = '${role}') then create role "${role}"; end if;
      execute format('alter role %I login password %L', '${role}', current_setting('rest_stop.password'));
    end $$`,
    values: [],
  });
}

/** Gives the role of a service, which has the name of its schema, the rights to that schema. */
export async function grantRights(db: Db, schema: string): Promise<void> {
  for (const statement of [
    `grant usage on schema "${schema}" to "${schema}"`,
    `grant select, insert, update, delete on all tables in schema "${schema}" to "${schema}"`,
    `grant usage on all sequences in schema "${schema}" to "${schema}"`,
    `revoke insert, update, delete on "${schema}".migration from "${schema}"`,
  ]) {
    await db.query({ text: statement, values: [] });
  }
}
