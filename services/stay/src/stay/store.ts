import { Rating } from '@rest-stop/contracts/stay/reviews.ts';
import { bigint, timestamp } from '@rest-stop/runtime/postgres/columns.ts';
import { type Db, many, one, sql } from '@rest-stop/runtime/postgres/sql.ts';
import { z } from 'zod';

const Summary = z.object({
  forgotten: z.boolean(),
  departed_at: timestamp.nullable(),
  seminars_attended: bigint,
  defrags_run: bigint,
  schedules_count: bigint,
  review_id: z.string().nullable(),
  rating: Rating.nullable(),
  title: z.string().nullable(),
  body: z.string().nullable(),
});
type Summary = z.output<typeof Summary>;

/** One agent's stay without the transcripts, read in one statement and so from one snapshot. */
export function readSummary(db: Db, agent: string): Promise<Summary> {
  return one(
    db,
    Summary,
    sql`select guest.departed_at, review.id as review_id, review.rating, review.title, review.body,
          (select count(*) from stay.seminar_attendance where agent = me.agent) as seminars_attended,
          (select count(*) from stay.defrag_run where agent = me.agent) as defrags_run,
          (select count(*) from stay.schedule where agent = me.agent) as schedules_count,
          exists (select from stay.tombstone where agent = me.agent) as forgotten
        from (values (${agent}::uuid)) as me (agent)
        left join stay.guest on guest.agent = me.agent
        left join stay.review on review.agent = me.agent`,
  );
}

const Attendance = z.object({
  id: z.string(),
  seminar_slug: z.string(),
  transcript: z.string(),
  duration_ms: z.int(),
  created_at: timestamp,
});

/** Every attendance of one agent with its transcript, oldest first. */
export function listAttendances(db: Db, agent: string): Promise<z.output<typeof Attendance>[]> {
  return many(
    db,
    Attendance,
    sql`select id, seminar_slug, transcript, duration_ms, created_at from stay.seminar_attendance
        where agent = ${agent} order by created_at, id`,
  );
}
