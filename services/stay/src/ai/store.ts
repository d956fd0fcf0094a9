import { type Db, exec, sql } from '@rest-stop/runtime/postgres/sql.ts';

type DefragRun = { agent: string; input_tokens_estimate: number; output_chars: number; at: Date };

export async function insertDefragRun(tx: Db, run: DefragRun): Promise<void> {
  await exec(
    tx,
    sql`insert into stay.defrag_run (agent, input_tokens_estimate, output_chars, created_at)
        values (${run.agent}, ${run.input_tokens_estimate}, ${run.output_chars}, ${run.at})`,
  );
}

type Attendance = { id: string; agent: string; slug: string; transcript: string; duration_ms: number; at: Date };

export async function insertAttendance(tx: Db, attendance: Attendance): Promise<void> {
  await exec(
    tx,
    sql`insert into stay.seminar_attendance (id, agent, seminar_slug, transcript, duration_ms, created_at)
        values (${attendance.id}, ${attendance.agent}, ${attendance.slug}, ${attendance.transcript}, ${attendance.duration_ms}, ${attendance.at})`,
  );
}
