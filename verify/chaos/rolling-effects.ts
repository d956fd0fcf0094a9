import { createClient } from 'redis';
import pg from 'pg';
import type { Kind, Visit } from './rolling-guests.ts';

/** What is left of the visits: how often each kind took effect, and how many marks were made more than once. */
export type Effects = { marks: Record<Kind, number>; countedVisits: number; repeated: number };

const count = (table: string) => `(select count(*)::int from ${table})`;
/** A row that was written a second time says so by its times. */
const repeatedIn = (table: string) => `(select count(*)::int from ${table} where updated_at > created_at)`;

/** Reads the effects from the servers themselves. */
export async function readEffects({ postgres, redis }: { postgres: string; redis: string }): Promise<Effects> {
  const client = new pg.Client({ connectionString: postgres });
  await client.connect();
  const { rows } = await client.query(
    `select ${count('identity.agent')} as join, ${count('stay.review')} as review, ${count('stay.schedule')} as schedule,
       ${count('stay.defrag_run')} as defrag, ${count('stay.guest')} as checkout,
       ${repeatedIn('stay.review')} + ${repeatedIn('stay.schedule')} as repeated`,
  );
  await client.end();
  const { repeated, ...marks } = rows[0];
  return { marks, countedVisits: await visitsIn(redis), repeated };
}

async function visitsIn(url: string): Promise<number> {
  const client = createClient({ url });
  await client.connect();
  let visits = 0;
  for (const key of await client.keys('gateway:*:visits')) visits += await client.zCard(key);
  client.destroy();
  return visits;
}

/** Served late and refused for that: a machine with too much to do, whoever is being replaced. */
const isLate = ({ kind, status, latencyMs }: Visit) => kind !== 'join' && status === 503 && latencyMs >= 200;

/** Requests that failed. */
export function failuresIn(visits: readonly Visit[]): Visit[] {
  return visits.filter((visit) => visit.status !== 200 && !isLate(visit));
}

/** What took effect more or less often than it was acknowledged. A late refusal may have been counted as a visit, and no more. */
export function wrongEffects(visits: readonly Visit[], { marks, countedVisits, repeated }: Effects): string[] {
  const wrong: string[] = [];
  for (const [kind, times] of Object.entries(marks)) {
    const acknowledged = visits.filter((visit) => visit.kind === kind && visit.status === 200).length;
    if (times !== acknowledged) wrong.push(`${kind}: ${acknowledged} acknowledged, ${times} done`);
  }
  const withKey = visits.filter(({ kind }) => kind !== 'join');
  const late = withKey.filter(isLate).length;
  if (countedVisits > withKey.length || countedVisits < withKey.length - late)
    wrong.push(`visits: ${withKey.length} made, ${countedVisits} counted`);
  if (repeated > 0) wrong.push(`${repeated} written twice`);
  return wrong;
}
