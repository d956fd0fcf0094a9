import { bigint } from '@rest-stop/runtime/postgres/columns.ts';
import { type Db, exec, one, sql } from '@rest-stop/runtime/postgres/sql.ts';
import { z } from 'zod';

/** From now on every write for this agent is refused. */
export async function insertTombstone(tx: Db, agent: string, at: Date): Promise<void> {
  await exec(tx, sql`insert into stay.tombstone (agent, forgotten_at) values (${agent}, ${at}) on conflict (agent) do nothing`);
}

/** Deletes all that is kept of the agent; answers how many rows of what. Always in this order: the tally's rows are locked on the way. */
export async function deleteAgentRows(tx: Db, agent: string) {
  return {
    reviews: await exec(tx, sql`delete from stay.review where agent = ${agent}`),
    schedules: await exec(tx, sql`delete from stay.schedule where agent = ${agent}`),
    seminar_attendances: await exec(tx, sql`delete from stay.seminar_attendance where agent = ${agent}`),
    defrag_runs: await exec(tx, sql`delete from stay.defrag_run where agent = ${agent}`),
    guests: await exec(tx, sql`delete from stay.guest where agent = ${agent}`),
  };
}

/** Rows of the agent that are still there, the tombstone aside. */
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

/** Removes the tombstones set before `before`. */
export async function deleteTombstones(db: Db, before: Date): Promise<number> {
  return exec(db, sql`delete from stay.tombstone where forgotten_at < ${before}`);
}
