import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Child } from './child.ts';

/** Settings of a process whose event loop is to be watched. */
export const watchedLoop = { NODE_OPTIONS: `--import ${fileURLToPath(new URL('./loop-probe.mjs', import.meta.url))}` };

/**
 * How long the event loop was held up in one go at most, in milliseconds: by processor time of its thread, and by the clock; and the processor
 * time that the thread has used in all.
 */
export type Stall = { busyMs: number; delayedMs: number; usedMs: number };

/** The longest stall of a process that was started with `watchedLoop`, since it was asked the last time. */
export async function longestStall(child: Child): Promise<Stall> {
  const reports = () => [...child.output().matchAll(/busy for ([\d.]+) ms, delayed by ([\d.]+) ms, ([\d.]+) ms used/g)];
  const before = reports().length;
  await child.kill('SIGUSR2');
  while (reports().length === before) await sleep(5);
  const [, busyMs, delayedMs, usedMs] = reports().at(-1) ?? [];
  return { busyMs: Number(busyMs), delayedMs: Number(delayedMs), usedMs: Number(usedMs) };
}
