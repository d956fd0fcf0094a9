import { createClient } from 'redis';
import pg from 'pg';
import type { Kind, Sent } from './rolling-agents.ts';

/** What is left of the requests: how often each kind of write took effect, how many visits were counted, and what was written twice. */
export type Effects = { marks: Partial<Record<Kind, number>>; countedVisits: number; repeated: number };

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

const hasKey = ({ kind }: Sent) => kind !== 'join' && kind !== 'open';

/** Requests that failed. */
export function failuresIn(sent: readonly Sent[]): Sent[] {
  return sent.filter(({ status }) => status !== 200);
}

/** What took effect more or less often than it was acknowledged. */
export function wrongEffects(sent: readonly Sent[], { marks, countedVisits, repeated }: Effects): string[] {
  const wrong: string[] = [];
  for (const [kind, times] of Object.entries(marks)) {
    const acknowledged = sent.filter((request) => request.kind === kind && request.status === 200).length;
    if (times !== acknowledged) wrong.push(`${kind}: ${acknowledged} acknowledged, ${times} done`);
  }
  const withKey = sent.filter(hasKey).length;
  if (countedVisits !== withKey) wrong.push(`visits: ${withKey} made, ${countedVisits} counted`);
  if (repeated > 0) wrong.push(`${repeated} written twice`);
  return wrong;
}
