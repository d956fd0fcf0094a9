import { residentMiB } from '@rest-stop/testing/process/resident.ts';

const everyMs = 500;

/** Resident memory of a process in MiB; `course` has it at every quarter of the time. */
export type MemoryUse = { start: number; peak: number; end: number; course: number[] };

/** Samples the resident memory of a process until it is stopped; undefined where there is no /proc. */
export function watchMemory(pid: number): { close(): MemoryUse | undefined } {
  const taken: number[] = [];
  const look = () => {
    try {
      taken.push(Math.round(residentMiB(pid)));
    } catch {
      // It has ended, which is told elsewhere.
    }
  };
  look();
  const timer = setInterval(look, everyMs);
  return {
    close() {
      clearInterval(timer);
      look();
      const [start, end] = [taken.at(0), taken.at(-1)];
      if (start === undefined || end === undefined) return undefined;
      const course = [0, 1, 2, 3, 4].map((quarter) => taken[Math.round(((taken.length - 1) * quarter) / 4)] ?? 0);
      return { start, peak: Math.max(...taken), end, course };
    },
  };
}
