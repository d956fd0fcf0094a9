import { bigint } from '@rest-stop/runtime/postgres/columns.ts';
import { type Db, one, sql } from '@rest-stop/runtime/postgres/sql.ts';
import { z } from 'zod';

/** How many transcripts there are, without reading them. */
export async function countTranscripts(db: Db): Promise<number> {
  const { transcripts } = await one(
    db,
    z.object({ transcripts: bigint }),
    sql`select coalesce(sum(value), 0) as transcripts from stay.tally where name = 'seminar_attendance'`,
  );
  return transcripts;
}
