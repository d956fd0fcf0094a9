import { bigint, timestamp } from '@rest-stop/runtime/postgres/columns.ts';
import { type Db, maybe, one, sql } from '@rest-stop/runtime/postgres/sql.ts';
import { z } from 'zod';

const Row = z.object({
  agent_id: z.string(),
  api_key_prefix: z.string(),
  parameter_class: z.string(),
  duration: z.string(),
  created_at: timestamp,
  last_seen_at: timestamp,
});
export type AgentRow = z.output<typeof Row>;

export type NewAgent = {
  uuid: string;
  agent_id: string;
  api_key_hash: string;
  api_key_prefix: string;
  parameter_class: string;
  duration: string;
  created_at: string;
};

/** How many agents there are, without reading them. */
export async function countAgents(db: Db): Promise<number> {
  const { agents } = await one(db, z.object({ agents: bigint }), sql`select sum(value) as agents from identity.tally where name = 'agent'`);
  return agents;
}

/** Inserts the agent; undefined when its handle is taken. The unique index decides when two ask for it at once. */
export function insertAgent(db: Db, agent: NewAgent): Promise<AgentRow | undefined> {
  return maybe(
    db,
    Row,
    sql`
      insert into identity.agent (
        uuid, agent_id, api_key_hash, api_key_prefix, parameter_class, duration, created_at, last_seen_at
      )
      values (
        ${agent.uuid}, ${agent.agent_id}, ${agent.api_key_hash}, ${agent.api_key_prefix},
        ${agent.parameter_class}, ${agent.duration}, ${agent.created_at}, ${agent.created_at}
      )
      on conflict (agent_id) do nothing
      returning agent_id, api_key_prefix, parameter_class, duration, created_at, last_seen_at
    `,
  );
}

/** The agent with this key, as it was when it registered. */
export function agentAsRegistered(db: Db, keyHash: string): Promise<AgentRow | undefined> {
  return maybe(
    db,
    Row,
    sql`
      select agent_id, api_key_prefix, parameter_class, duration, created_at, created_at as last_seen_at
      from identity.agent
      where api_key_hash = ${keyHash}
    `,
  );
}

/** Whether the handle is free right now. It may be taken a moment later, so this serves for suggestions only. */
export async function isFree(db: Db, handle: string): Promise<boolean> {
  const Free = z.object({ free: z.boolean() });
  const { free } = await one(db, Free, sql`select not exists (select from identity.agent where agent_id = ${handle}) as free`);
  return free;
}
