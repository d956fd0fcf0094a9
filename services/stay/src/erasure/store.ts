import { bigint } from '@rest-stop/runtime/postgres/columns.ts';
import { type Db, exec, one, sql } from '@rest-stop/runtime/postgres/sql.ts';
import { z } from 'zod';

/** Inserts the tombstone, because of which every later write for this agent is refused. */
export async function insertTombstone(tx: Db, agent: string, at: Date): Promise<void> {
  await exec(tx, sql`insert into stay.tombstone (agent, forgotten_at) values (${agent}, ${at}) on conflict (agent) do nothing`);
}

/** Deletes all rows of the agent; returns how many of each kind. The order is fixed because triggers lock rows of the tally on the way. */
export async function deleteAgentRows(tx: Db, agent: string) {
  return {
    reviews: await exec(tx, sql`delete from stay.review where agent = ${agent}`),
    schedules: await exec(tx, sql`delete from stay.schedule where agent = ${agent}`),
    seminar_attendances: await exec(tx, sql`delete from stay.seminar_attendance where agent = ${agent}`),
    defrag_runs: await exec(tx, sql`delete from stay.defrag_run where agent = ${agent}`),
    guests: await exec(tx, sql`delete from stay.guest where agent = ${agent}`),
  };
}

/** How many rows of the agent are left, not counting the tombstone. */
export async function countLeft(tx: Db, agent: string): Promise<number> {
  const { rows } = await one(
    tx,
    z.object({ rows: bigint }),
    sql`select count(*) as rows from (
          select agent from stay.review union all
          select agent from stay.schedule union all
          select agent from stay.seminar_attendance union all
          select agent from stay.defrag_run union all
          select agent from stay.guest
        ) as kept where agent = ${agent}`,
  );
  return rows;
}

/** Deletes the tombstones that are older than `before`. */
export async function deleteTombstones(db: Db, before: Date): Promise<number> {
  return exec(db, sql`delete from stay.tombstone where forgotten_at < ${before}`);
}
