import { type Db, exec, sql } from '@rest-stop/runtime/postgres/sql.ts';

type DefragRun = { agent: string; input_tokens_estimate: number; output_chars: number; at: Date };

/** @returns false when nothing was stored, because the agent was forgotten */
export async function insertDefragRun(db: Db, run: DefragRun): Promise<boolean> {
  const rows = await exec(
    db,
    sql`insert into stay.defrag_run (agent, input_tokens_estimate, output_chars, created_at)
        select ${run.agent}::uuid, ${run.input_tokens_estimate}::integer, ${run.output_chars}::integer, ${run.at}::timestamptz
        where stay.lock_agent(${run.agent}::uuid)`,
  );
  return rows > 0;
}

type Attendance = { id: string; agent: string; slug: string; transcript: string; duration_ms: number; at: Date };

/** @returns false when nothing was stored, because the agent was forgotten */
export async function insertAttendance(db: Db, { id, agent, slug, transcript, duration_ms, at }: Attendance): Promise<boolean> {
  const rows = await exec(
    db,
    sql`insert into stay.seminar_attendance (id, agent, seminar_slug, transcript, duration_ms, created_at)
        select ${id}::uuid, ${agent}::uuid, ${slug}, ${transcript}, ${duration_ms}::integer, ${at}::timestamptz
        where stay.lock_agent(${agent}::uuid)`,
  );
  return rows > 0;
}
