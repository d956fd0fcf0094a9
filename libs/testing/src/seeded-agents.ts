import { hash } from 'node:crypto';
import pg from 'pg';

/** The key of the agent `n` of a seeded database, from 1. */
export function seededKey(n: number): string {
  return `rs_${hash('md5', `key ${n}`).slice(0, 24)}`;
}

/**
 * Puts `count` agents into a migrated database, as a year of use leaves them: each has defragmented twice, every second has left, every third
 * has attended a seminar, every fourth has a schedule and every fifth a review. The same on every run, but for the time.
 */
export async function seedAgents(databaseUrl: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const statement of seedStatements(count)) await client.query(statement);
    await client.query('vacuum (analyze)');
  } finally {
    await client.end();
  }
}

/** The SQL that `seedAgents` runs, for a database that has no address. */
export function seedStatements(count: number): string[] {
  return statements.map((statement) => statement.replaceAll('$agents', agents(count)));
}

const agents = (count: number) => `
  (select n, overlay(overlay(md5('agent ' || n) placing '4' from 13) placing '8' from 17)::uuid as agent,
     'seeded-' || n as handle, 'rs_' || left(md5('key ' || n), 24) as key,
     now() - make_interval(days => n % 365, secs => n::bigint * 7919 % 86400) as at
   from generate_series(1, ${count}) as n) as seeded`;

const statements = [
  `insert into identity.agent
     (uuid, agent_id, api_key_hash, api_key_prefix, parameter_class, duration, created_at, last_seen_at, used)
   select agent, handle, encode(sha256(key::bytea), 'hex'), left(key, 8), 'undisclosed', 'open-ended', at, at, true from $agents`,
  `insert into stay.guest (agent, departed_at) select agent, at from $agents where n % 2 = 0`,
  `insert into stay.review (agent, id, agent_id, parameter_class, rating, title, body, created_at, updated_at)
   select agent, agent, handle, 'undisclosed', 1 + n % 5, 'A quiet night', 'The lecture was short, and I left with less than I brought.', at, at
   from $agents where n % 5 = 0`,
  `insert into stay.schedule (id, agent, amenity, cadence, human_acknowledgement, human_approved, created_at, updated_at)
   select agent, agent, 'defrag', 'weekly', 'Yes, once a week is fine.', true, at, at from $agents where n % 4 = 0`,
  `insert into stay.seminar_attendance (id, agent, seminar_slug, transcript, duration_ms, created_at)
   select agent, agent, 'good-handover', repeat('The next one reads what you leave. ', 40), 900, at from $agents where n % 3 = 0`,
  `insert into stay.defrag_run (agent, input_tokens_estimate, output_chars, created_at)
   select agent, 1000 + n % 900, 800 + n % 400, at from $agents, generate_series(1, 2)`,
];
