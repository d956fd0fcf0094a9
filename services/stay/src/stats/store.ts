import { bigint } from '@rest-stop/runtime/postgres/columns.ts';
import { type Db, many, one, sql } from '@rest-stop/runtime/postgres/sql.ts';
import { z } from 'zod';

const dayMs = 24 * 3_600_000;

const Stats = z.object({ seminars_attended: bigint, seminars_attended_last_24h: bigint, defrags_run: bigint, reviews_left: bigint });

/** Totals over all stays. They are read from the tally; the last day's attendances are counted with the index on their time. */
export function readStats(db: Db, now: Date): Promise<z.output<typeof Stats>> {
  const dayAgo = new Date(now.getTime() - dayMs);
  return one(
    db,
    Stats,
    sql`select
          coalesce(sum(value) filter (where name = 'seminar_attendance'), 0) as seminars_attended,
          coalesce(sum(value) filter (where name = 'defrag_run'), 0) as defrags_run,
          coalesce(sum(value) filter (where name = 'review'), 0) as reviews_left,
          (select count(*) from stay.seminar_attendance where created_at > ${dayAgo}) as seminars_attended_last_24h
        from stay.tally`,
  );
}

/** How often each seminar was attended, by slug. */
export async function readAttendanceCounts(db: Db): Promise<Record<string, number>> {
  const rows = await many(
    db,
    z.object({ key: z.string(), attendances: bigint }),
    sql`select key, sum(value) as attendances from stay.tally where name = 'seminar_attendance' group by key having sum(value) > 0`,
  );
  return Object.fromEntries(rows.map(({ key, attendances }) => [key, attendances]));
}

const hourMs = 3_600_000;
const HourCount = z.object({ hour: bigint, count: bigint });

/** How many seminars were attended in each hour since `sinceHour`, read with the index on their time. */
export function readActivity(db: Db, sinceHour: number): Promise<z.output<typeof HourCount>[]> {
  return many(
    db,
    HourCount,
    sql`select floor(extract(epoch from created_at) / 3600)::bigint as hour, count(*) as count
        from stay.seminar_attendance where created_at >= ${new Date(sinceHour * hourMs)} group by 1 order by 1`,
  );
}
