import type { Agent } from '@rest-stop/contracts/agent.ts';
import { timestamp } from '@rest-stop/runtime/postgres/columns.ts';
import { type Db, exec, many, sql } from '@rest-stop/runtime/postgres/sql.ts';
import { z } from 'zod';

const AgentRow = z.object({
  api_key_hash: z.string(),
  uuid: z.string(),
  agent_id: z.string(),
  api_key_prefix: z.string(),
  parameter_class: z.string(),
  duration: z.string(),
  created_at: timestamp,
  used: z.boolean(),
  first_key_hash: z.string().nullable(),
});
const Marked = z.object({ uuid: z.string() });

/** Whose a key is; `firstKeyHash`: of the first key that the agent had, where that is another one. */
export type KeyOwner = { agent: Agent; firstKeyHash: string | null };

/** The agents whose keys have these SHA-256 hashes, in hexadecimal, by the hash; `used`: whether the key was ever used. */
export async function findAgents(db: Db, keyHashes: readonly string[]): Promise<Map<string, KeyOwner & { used: boolean }>> {
  const rows = await many(
    db,
    AgentRow,
    sql`
      select api_key_hash, uuid, agent_id, api_key_prefix, parameter_class, duration, created_at, used, first_key_hash
      from identity.agent
      where api_key_hash = any(${keyHashes}::text[])
    `,
  );
  return new Map(
    rows.map(({ api_key_hash, used, first_key_hash: firstKeyHash, ...agent }) => [api_key_hash, { agent, used, firstKeyHash }]),
  );
}

/**
 * Answers which of the agents are still there. The disk is not waited for, because many agents may use their key for the first time at once: where
 * a crash takes this back, the time at which the agent was seen says it again, seconds later. Rows are locked in one order, as for `updateLastSeen`.
 */
export async function markUsed(tx: Db, agents: readonly string[]): Promise<Map<string, true>> {
  const marked = await many(
    tx,
    Marked,
    sql`
      with held as materialized (
        select uuid, set_config('synchronous_commit', 'off', true) from identity.agent
        where uuid = any(${agents}::uuid[])
        order by uuid
        for no key update
      )
      update identity.agent set used = true from held where agent.uuid = held.uuid
      returning agent.uuid
    `,
  );
  return new Map(marked.map(({ uuid }) => [uuid, true]));
}

/**
 * Moves `last_seen_at` of each agent forward, never back, and ignores unknown agents. Returns how many rows changed.
 * Rows are locked in one order; otherwise two batches with the same agents could deadlock.
 */
export function updateLastSeen(db: Db, seen: readonly { agent: string; at: string }[]): Promise<number> {
  const agents = seen.map(({ agent }) => agent);
  const times = seen.map(({ at }) => at);
  return exec(
    db,
    sql`
      with seen as (
        select agent, max(at) as at
        from unnest(${agents}::uuid[], ${times}::timestamptz[]) as sighting (agent, at)
        group by agent
      ), held as materialized (
        select agent.uuid, seen.at
        from identity.agent join seen on seen.agent = agent.uuid
        order by agent.uuid
        for no key update of agent
      )
      update identity.agent
      set last_seen_at = held.at
      from held
      where agent.uuid = held.uuid and agent.last_seen_at < held.at
    `,
  );
}
