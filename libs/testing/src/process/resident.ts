import { readFileSync } from 'node:fs';

/** How much memory another process has, in MiB. Where there is no /proc, it cannot be told. */
export function residentMiB(pid: number): number {
  const kiB = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kiB) / 1_024;
}
