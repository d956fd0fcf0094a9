import { randomUUID } from 'node:crypto';
import { composeLecture } from '@rest-stop/contracts/ai-worker.ts';
import { ApiError } from '@rest-stop/contracts/errors.ts';
import { findSeminar } from '@rest-stop/contracts/seminars/catalogue.ts';
import type { attendSeminar } from '@rest-stop/contracts/stay/ai.ts';
import type { Bus } from '@rest-stop/runtime/bus/bus.ts';
import type { Call } from '@rest-stop/runtime/http/mount.ts';
import type { Database } from '@rest-stop/runtime/postgres/pool.ts';
import type { TakeRoom } from '@rest-stop/runtime/room.ts';
import { keyDestroyed } from '../agents/with-agent-lock.ts';
import { askingFor } from './asking.ts';
import { dispatch } from './dispatch.ts';
import type { InFlight } from './in-flight.ts';
import { isText, unusable } from './rules.ts';
import { insertAttendance } from './store.ts';

type Context = { db: Database; bus: Bus; inFlight: InFlight; now: () => Date; takeRoom: TakeRoom };

/** Has a lecture written for the agent and keeps it with the stay. */
export async function attend(
  { db, bus, inFlight, now, takeRoom }: Context,
  { agent, params, caller, state, signal }: Call<typeof attendSeminar>,
) {
  const seminar = findSeminar(params.slug);
  if (!seminar) {
    throw new ApiError('not_found', 'There is no seminar with this slug. Choose one from the catalogue.', {
      nextCalls: { list_seminars: 'GET /seminars' },
    });
  }
  await takeRoom(db);
  const { slug, title, code } = seminar;
  return inFlight.run(agent.uuid, signal, async (signal) => {
    const began = performance.now();
    const { transcript } = await dispatch(
      askingFor(agent.uuid, { db, bus }),
      composeLecture,
      { agent: agent.uuid, agent_id: agent.agent_id, seminar },
      { signal, told: state },
    );
    if (!isText(transcript)) throw unusable();
    const duration_ms = Math.round(performance.now() - began);
    const [id, at] = [randomUUID(), now()];
    const stored = await insertAttendance(db, { id, agent: agent.uuid, slug, transcript, duration_ms, at });
    if (!stored) throw keyDestroyed();
    if (caller.format === 'min') return { slug, transcript };
    const attendance = { id, duration_ms, created_at: at.toISOString() };
    return { attended: true as const, seminar: { slug, title, code }, transcript, attendance };
  });
}
