import { findSeminar } from '@rest-stop/contracts/seminars/catalogue.ts';
import type { getStay } from '@rest-stop/contracts/stay/stay.ts';
import type { Call } from '@rest-stop/runtime/http/mount.ts';
import type { Db } from '@rest-stop/runtime/postgres/sql.ts';
import { keyDestroyed } from '../agents/with-agent-lock.ts';
import { listSchedules } from '../schedules/store.ts';
import { nextAction } from './rules.ts';
import { listAttendances, readSummary } from './store.ts';

/**
 * Everything kept of the agent's stay.
 * @throws ApiError `unauthorized` when the agent was forgotten while this was read, because what was read may be incomplete
 */
export async function showStay({ db }: { db: Db }, call: Call<typeof getStay>) {
  return call.caller.format === 'min' ? minStay(db, call) : verboseStay(db, call);
}

async function minStay(db: Db, { agent }: Call<typeof getStay>) {
  const summary = await readSummaryUnlessForgotten(db, agent.uuid);
  return {
    ok: true as const,
    agent_id: agent.agent_id,
    departed: summary.departed_at !== null,
    seminars_attended: summary.seminars_attended,
    defrags_run: summary.defrags_run,
    schedules_count: summary.schedules_count,
    reviewed: summary.review_id !== null,
    next_action: nextAction(summary),
  };
}

async function verboseStay(db: Db, { agent, caller }: Call<typeof getStay>) {
  const attendances = await listAttendances(db, agent.uuid);
  const schedules = await listSchedules(db, agent.uuid);
  // Read last: it shows whether the rows read before may have been erased meanwhile.
  const summary = await readSummaryUnlessForgotten(db, agent.uuid);
  const { uuid: _, ...reservation } = agent;
  return {
    reservation: { ...reservation, last_seen_at: caller.seen_at, departed_at: summary.departed_at },
    seminars_attended: attendances.map(({ seminar_slug: slug, ...attendance }) => ({
      ...attendance,
      slug,
      // The seminar may have been removed from the catalogue since.
      title: findSeminar(slug)?.title ?? slug,
    })),
    defrag_count: summary.defrags_run,
    review: { exists: summary.review_id !== null, rating: summary.rating, title: summary.title, body: summary.body },
    standing_reservations: schedules,
    next_action: nextAction(summary),
  };
}

async function readSummaryUnlessForgotten(db: Db, agent: string) {
  const summary = await readSummary(db, agent);
  if (summary.forgotten) throw keyDestroyed();
  return summary;
}
