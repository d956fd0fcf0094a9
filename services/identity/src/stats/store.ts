import { bigint } from '@rest-stop/runtime/postgres/columns.ts';
import { type Db, many, one, sql } from '@rest-stop/runtime/postgres/sql.ts';
import { z } from 'zod';

const Stats = z.object({ total_guests: bigint, checked_in_last_24h: bigint });
const dayMs = 86_400_000;

/** How many agents are registered, and how many of them in the 24 hours before `now`. Does not read the whole table. */
export function readStats(db: Db, now: Date): Promise<z.output<typeof Stats>> {
  const since = new Date(now.getTime() - dayMs).toISOString();
  return one(
    db,
    Stats,
    sql`
      select
        (select sum(value) from identity.tally where name = 'agent') as total_guests,
        (select count(*) from identity.agent where created_at > ${since}) as checked_in_last_24h
    `,
  );
}

const hourMs = 3_600_000;
const HourCount = z.object({ hour: bigint, count: bigint });

/** How many agents registered in each hour since `sinceHour`, read with the index on their time. */
export function readActivity(db: Db, sinceHour: number): Promise<z.output<typeof HourCount>[]> {
  return many(
    db,
    HourCount,
    sql`select floor(extract(epoch from created_at) / 3600)::bigint as hour, count(*) as count
        from identity.agent where created_at >= ${new Date(sinceHour * hourMs)} group by 1 order by 1`,
  );
}
