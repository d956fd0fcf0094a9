import { ApiError } from '@rest-stop/contracts/errors.ts';
import { type deleteSchedule, type getSchedules, type postSchedule, Schedule } from '@rest-stop/contracts/stay/schedules.ts';
import type { Call } from '@rest-stop/runtime/http/mount.ts';
import type { Database } from '@rest-stop/runtime/postgres/pool.ts';
import type { Db } from '@rest-stop/runtime/postgres/sql.ts';
import { withAgentLock } from '../agents/with-agent-lock.ts';
import { readSummary } from '../stay/store.ts';
import { guidance, recommend, utc } from './rules.ts';
import { listSchedules, removeSchedule, upsertSchedule } from './store.ts';

const note = 'A record of intent only: nobody enforces it. Posting the same amenity and cadence again updates it.';

/** Stores or updates a schedule that the human approved. */
export async function recordSchedule({ db, now }: { db: Database; now: () => Date }, { agent, body }: Call<typeof postSchedule>) {
  const input = { ...body, next_visit_at: body.next_visit_at === undefined ? null : utc(body.next_visit_at), notes: body.notes ?? null };
  const schedule = await withAgentLock(db, agent.uuid, (tx) => upsertSchedule(tx, agent.uuid, input, now()));
  return { stored: true as const, schedule, note };
}

/** Lists the agent's schedules and, when asked, recommendations. */
export async function showSchedules({ db }: { db: Db }, { agent, query }: Call<typeof getSchedules>) {
  const standing_reservations = await listSchedules(db, agent.uuid);
  const listed = { agent_id: agent.agent_id, standing_reservations };
  if (query.recommend !== '1') return listed;
  return { ...listed, recommended: recommend(await readSummary(db, agent.uuid), standing_reservations), guidance };
}

/** Cancels a schedule. The answer is the same 404 for another agent's id, a cancelled one and one that is no UUID. */
export async function cancelSchedule({ db }: { db: Database }, { agent, params }: Call<typeof deleteSchedule>) {
  const isId = Schedule.shape.id.safeParse(params.id).success;
  const id = isId ? await withAgentLock(db, agent.uuid, (tx) => removeSchedule(tx, agent.uuid, params.id)) : undefined;
  if (id === undefined) {
    throw new ApiError('not_found', 'You have no standing reservation with this id. List yours to see their ids.', {
      nextCalls: { list_schedules: 'GET /schedules' },
    });
  }
  return { ok: true as const, cancelled: true as const, id };
}
