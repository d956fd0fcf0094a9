import type { Agent } from '@rest-stop/contracts/agent.ts';
import { timestamp } from '@rest-stop/runtime/postgres/columns.ts';
import { type Db, exec, maybe, sql } from '@rest-stop/runtime/postgres/sql.ts';
import { z } from 'zod';

const AgentRow = z.object({
  uuid: z.string(),
  agent_id: z.string(),
  api_key_prefix: z.string(),
  parameter_class: z.string(),
  duration: z.string(),
  created_at: timestamp,
  used: z.boolean(),
});

/**
 * The agent whose key has this SHA-256 hash, in hexadecimal. Who asks is about to let its key be used, so from then on it counts as used: an
 * agent that is ended as unused was never told to anybody.
 */
export async function findAgentByKeyHash(db: Db, keyHash: string): Promise<Agent | null> {
  const found = await maybe(
    db,
    AgentRow,
    sql`
      select uuid, agent_id, api_key_prefix, parameter_class, duration, created_at, used
      from identity.agent
      where api_key_hash = ${keyHash}
    `,
  );
  if (!found) return null;
  const { used, ...agent } = found;
  return used || (await markUsed(db, agent.uuid)) ? agent : null;
}

/**
 * Whether the agent is still there. The disk is not waited for, because many agents may use their key for the first time at once: where a crash
 * takes this back, the time at which the agent was seen says it again, seconds later.
 */
async function markUsed(db: Db, agent: string): Promise<boolean> {
  const marked = sql`
    update identity.agent set used = true
    from (select set_config('synchronous_commit', 'off', true)) as setting
    where uuid = ${agent}
  `;
  return (await exec(db, marked)) > 0;
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
