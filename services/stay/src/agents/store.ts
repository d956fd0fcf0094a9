import { type Db, exec, maybe, sql } from '@rest-stop/runtime/postgres/sql.ts';
import { z } from 'zod';

/** Takes the agent's lock until `tx` ends: nothing else writes rows of this agent or erases them meanwhile. */
export async function lockAgent(tx: Db, agent: string): Promise<void> {
  await exec(tx, sql`select pg_advisory_xact_lock(hashtextextended(${agent}, 0))`);
}

export async function isForgotten(tx: Db, agent: string): Promise<boolean> {
  const found = await maybe(tx, z.object({ agent: z.string() }), sql`select agent from stay.tombstone where agent = ${agent}`);
  return found !== undefined;
}
