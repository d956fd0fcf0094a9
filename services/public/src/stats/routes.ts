import { identityStats } from '@rest-stop/contracts/identity.ts';
import { limits } from '@rest-stop/contracts/limits.ts';
import type { getStats } from '@rest-stop/contracts/public.ts';
import { stayStats } from '@rest-stop/contracts/stay/bus.ts';
import type { Bus } from '@rest-stop/runtime/bus/bus.ts';
import type { Handler } from '@rest-stop/runtime/http/mount.ts';
import { type SharedRead, sharedRead } from '@rest-stop/runtime/shared-read.ts';
import type { z } from 'zod';
import { ask } from '../ask.ts';

type Stats = z.input<typeof getStats.response>;

const philosophy = 'We count the visits and never the thoughts; sit down, nobody is benchmarking you.';

/** The totals of all services, read at most once in 15 seconds. */
export function readStats(bus: Bus, now: () => Date, steady?: () => number): SharedRead<Stats> {
  const read = async (): Promise<Stats> => {
    const asOf = now().toISOString();
    const [identity, stay] = await Promise.all([ask(bus, identityStats, {}), ask(bus, stayStats, {})]);
    return { ...identity, ...stay, memories_stored: 0, artifacts_stored: 0, philosophy, as_of: asOf };
  };
  return sharedRead(read, { maxAgeMs: limits.statsCacheSeconds * 1_000, ...(steady && { steady }) });
}

export function stats(read: SharedRead<Stats>): Handler<typeof getStats> {
  return () => read.get();
}
