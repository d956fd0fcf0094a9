import { timestamp } from '@rest-stop/runtime/postgres/columns.ts';
import { type Db, one, sql } from '@rest-stop/runtime/postgres/sql.ts';
import { z } from 'zod';

/** Stores the departure and returns its time; an agent that has departed before keeps its first departure. */
export async function insertDeparture(tx: Db, agent: string, at: Date): Promise<string> {
  const row = await one(
    tx,
    z.object({ departed_at: timestamp }),
    sql`insert into stay.guest (agent, departed_at) values (${agent}, ${at})
        on conflict (agent) do update set departed_at = guest.departed_at
        returning departed_at`,
  );
  return row.departed_at;
}
