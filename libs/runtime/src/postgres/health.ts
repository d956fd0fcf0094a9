import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, sql } from './sql.ts';

const answerWithinMs = 2_000;

/** One round trip to the database. Never throws: a database that fails or hangs is reported as not ok. */
export async function checkHealth(db: Db): Promise<{ ok: boolean; db_latency_ms: number }> {
  const began = performance.now();
  const late = new AbortController();
  const answered = db.query(sql`select 1`).then(
    () => true,
    () => false,
  );
  const gaveUp = sleep(answerWithinMs, false, { signal: late.signal }).catch(() => false);
  const ok = await Promise.race([answered, gaveUp]);
  late.abort();
  return { ok, db_latency_ms: Math.round((performance.now() - began) * 100) / 100 };
}
