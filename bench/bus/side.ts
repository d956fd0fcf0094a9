// What both sides of a measured bus have in common: they are processes of their own, and the one that calls is told by its parent when to.

import { quantile } from '@rest-stop/testing/quantile.ts';

/** In both directions as long as in a usual defrag. */
export const request = { agent: '00000000-0000-4000-8000-000000000000', content: 'a word '.repeat(572).slice(0, 4_000) };
export const reply = { compressed: 'a word '.repeat(115).slice(0, 800) };

const inFlight = 50;

/** What a caller is told, and what it answers. */
export type Turn = { seconds: number };
export type Called = { calls: number; failures: number; perSecond: number; p50Ms: number };

/** Tells the parent that calls reach this process now, which ends with it. */
export function tellReady(): void {
  process.once('disconnect', () => process.exit());
  process.send?.('ready');
}

type Call = () => Promise<{ compressed: string }>;

/** Whenever the parent says so, makes calls for some seconds, as many at once as ever, and tells how many there were and how long they took. */
export function callWhenTold(call: Call): void {
  process.on('message', (turn: Turn) => void callFor(turn, call).then((called) => process.send?.(called)));
  tellReady();
}

async function callFor({ seconds }: Turn, call: Call): Promise<Called> {
  const times: number[] = [];
  let failures = 0;
  const began = performance.now();
  const lane = async () => {
    while (performance.now() < began + seconds * 1_000) {
      const calledAt = performance.now();
      const answered = await call().catch(() => undefined);
      times.push(performance.now() - calledAt);
      if (answered?.compressed.length !== reply.compressed.length) failures++;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
  const perSecond = (1_000 * times.length) / (performance.now() - began);
  return { calls: times.length, failures, perSecond, p50Ms: quantile(times, 0.5) };
}
