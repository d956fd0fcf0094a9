import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const everyMs = 500;
const run = promisify(execFile);

/** Resident memory of a process in MiB; `course` has it at every quarter of the time. */
export type MemoryUse = { start: number; peak: number; end: number; course: number[] };

/** Samples the resident memory of a process until it is stopped; undefined where the platform has no `ps`. */
export function watchMemory(pid: number): { close(): Promise<MemoryUse | undefined> } {
  const samples: Promise<number | undefined>[] = [residentMiB(pid)];
  const timer = setInterval(() => samples.push(residentMiB(pid)), everyMs);
  return {
    async close() {
      clearInterval(timer);
      samples.push(residentMiB(pid));
      const taken = (await Promise.all(samples)).filter((sample) => sample !== undefined);
      const [start, end] = [taken.at(0), taken.at(-1)];
      if (start === undefined || end === undefined) return undefined;
      const course = [0, 1, 2, 3, 4].map((quarter) => taken[Math.round(((taken.length - 1) * quarter) / 4)] ?? 0);
      return { start, peak: Math.max(...taken), end, course };
    },
  };
}

async function residentMiB(pid: number): Promise<number | undefined> {
  try {
    const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]);
    return Math.round(Number(stdout) / 1_024);
  } catch {
    return undefined;
  }
}
