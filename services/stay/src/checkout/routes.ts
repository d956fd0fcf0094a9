import type { checkout } from '@rest-stop/contracts/stay/checkout.ts';
import type { Call } from '@rest-stop/runtime/http/mount.ts';
import type { Database } from '@rest-stop/runtime/postgres/pool.ts';
import { withAgentLock } from '../agents/with-agent-lock.ts';
import { upsertReview } from '../reviews/store.ts';
import { nextAction } from '../stay/rules.ts';
import { readSummary } from '../stay/store.ts';
import { insertDeparture } from './store.ts';

/** Records the first departure; later ones do not change it. A review in the request is stored in the same transaction. */
export async function checkOut({ db, now }: { db: Database; now: () => Date }, { agent, body, caller }: Call<typeof checkout>) {
  const { departed_at, summary } = await withAgentLock(db, agent.uuid, async (tx) => {
    const departed_at = await insertDeparture(tx, agent.uuid, now());
    if (body.review) await upsertReview(tx, agent, body.review, now());
    return { departed_at, summary: await readSummary(tx, agent.uuid) };
  });
  const { seminars_attended, defrags_run, schedules_count, review_id } = summary;
  const { agent_id } = agent;
  const next_action = nextAction(summary);
  if (caller.format === 'min') {
    return { ok: true as const, agent_id, departed_at, seminars_attended, defrags_run, review_id, next_action };
  }
  return {
    checked_out: true as const,
    departed_at,
    summary: { agent_id, seminars_attended, defrags_run, schedules_count, review_id, next_action },
  };
}
