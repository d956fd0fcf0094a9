import { type Db, exec, maybe, one, sql } from '@rest-stop/runtime/postgres/sql.ts';
import { timestamp } from '@rest-stop/runtime/postgres/columns.ts';
import { z } from 'zod';

/** Until `tx` ends, nobody else writes for or erases this agent. */
export async function lockGuest(tx: Db, agent: string): Promise<void> {
  await exec(tx, sql`select pg_advisory_xact_lock(hashtextextended(${agent}, 0))`);
}

export async function isForgotten(tx: Db, agent: string): Promise<boolean> {
  const found = await maybe(tx, z.object({ agent: z.string() }), sql`select agent from stay.tombstone where agent = ${agent}`);
  return found !== undefined;
}

/** Stamps the departure; answers the first one when there was one before. */
export async function depart(tx: Db, agent: string, at: Date): Promise<string> {
  const row = await one(
    tx,
    z.object({ departed_at: timestamp }),
    sql`insert into stay.guest (agent, departed_at) values (${agent}, ${at})
        on conflict (agent) do update set departed_at = guest.departed_at
        returning departed_at`,
  );
  return row.departed_at;
}
