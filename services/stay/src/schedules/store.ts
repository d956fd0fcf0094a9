import { randomUUID } from 'node:crypto';
import { type Amenity, type Cadence, Schedule } from '@rest-stop/contracts/stay/schedules.ts';
import { timestamp } from '@rest-stop/runtime/postgres/columns.ts';
import { type Db, many, maybe, one, sql } from '@rest-stop/runtime/postgres/sql.ts';
import { z } from 'zod';

const Row = Schedule.extend({ next_visit_at: timestamp.nullable(), created_at: timestamp, updated_at: timestamp });
type Row = z.output<typeof Row>;

type ScheduleInput = {
  amenity: Amenity;
  cadence: Cadence;
  human_acknowledgement: string;
  next_visit_at: string | null;
  notes: string | null;
};

/** Stores a schedule. For the same amenity and cadence it updates the existing one: id and creation time stay, the rest is replaced. */
export function upsertSchedule(tx: Db, agent: string, input: ScheduleInput, at: Date): Promise<Row> {
  return one(
    tx,
    Row,
    sql`insert into stay.schedule
          (id, agent, amenity, cadence, human_acknowledgement, human_approved, next_visit_at, notes, created_at, updated_at)
        values (${randomUUID()}, ${agent}, ${input.amenity}, ${input.cadence}, ${input.human_acknowledgement}, true,
          ${input.next_visit_at}, ${input.notes}, ${at}, ${at})
        on conflict (agent, amenity, cadence) do update set
          human_acknowledgement = excluded.human_acknowledgement,
          next_visit_at = excluded.next_visit_at,
          notes = excluded.notes,
          updated_at = excluded.updated_at
        returning id, amenity, cadence, human_acknowledgement, human_approved, next_visit_at, notes, created_at, updated_at`,
  );
}

/** The agent's standing reservations, oldest first. There are never more than amenities times cadences. */
export function listSchedules(db: Db, agent: string): Promise<Row[]> {
  return many(
    db,
    Row,
    sql`select id, amenity, cadence, human_acknowledgement, human_approved, next_visit_at, notes, created_at, updated_at
        from stay.schedule where agent = ${agent} order by created_at, id`,
  );
}

/** Deletes one schedule of this agent; returns its id, or undefined when the agent has no such schedule. */
export async function removeSchedule(tx: Db, agent: string, id: string): Promise<string | undefined> {
  const row = await maybe(tx, Row.pick({ id: true }), sql`delete from stay.schedule where id = ${id} and agent = ${agent} returning id`);
  return row?.id;
}
