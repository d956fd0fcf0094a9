import { existsSync } from 'node:fs';
import { residentMiB } from '@rest-stop/testing/process/resident.ts';

const everyMs = 20;

/** Whether the memory of another process can be seen often enough on this machine. */
export const canSeeMemory = existsSync('/proc/self/status');

/** By how many MiB the resident memory of a process rose above what it was, at its highest, while `work` was done. */
export async function growthDuring(pid: number, work: () => Promise<unknown>): Promise<number> {
  const before = residentMiB(pid);
  let peak = before;
  const look = () => {
    peak = Math.max(peak, residentMiB(pid));
  };
  const timer = setInterval(look, everyMs);
  try {
    await work();
    look();
  } finally {
    clearInterval(timer);
  }
  return Math.round(peak - before);
}
