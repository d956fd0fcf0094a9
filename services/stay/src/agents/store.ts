import { type Db, maybe, one, sql } from '@rest-stop/runtime/postgres/sql.ts';
import { z } from 'zod';

/**
 * Takes the agent's lock until `tx` ends: nothing else writes rows of this agent or erases them meanwhile.
 * @returns whether the agent may be written: false for one that was forgotten
 */
export async function lockAgent(tx: Db, agent: string): Promise<boolean> {
  const { writable } = await one(tx, z.object({ writable: z.boolean() }), sql`select stay.lock_agent(${agent}) as writable`);
  return writable;
}

export async function isForgotten(tx: Db, agent: string): Promise<boolean> {
  const found = await maybe(tx, z.object({ agent: z.string() }), sql`select agent from stay.tombstone where agent = ${agent}`);
  return found !== undefined;
}
