import type { Db } from '@rest-stop/runtime/postgres/sql.ts';

/** The services that have not confirmed the agent's erasure; undefined when no erasure is on record. */
export async function pendingOf(db: Db, agent: string): Promise<string[] | undefined> {
  const { rows } = await db.query({ text: 'select pending from identity.erasure where agent = $1', values: [agent] });
  return (rows as { pending: string[] }[])[0]?.pending.sort();
}

/** Makes every recorded erasure due, so that the relay takes it at its next run. */
export async function makeErasuresDue(db: Db): Promise<void> {
  await db.query({ text: `update identity.erasure set next_try_at = now() - interval '1 second'`, values: [] });
}
