import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '@rest-stop/testing/deployment/cluster.ts';
import type { Random } from '@rest-stop/testing/random.ts';

export const faultKinds = ['kill', 'freeze', 'delay', 'cut', 'lose replies', 'refuse', 'reset'] as const;
export type FaultKind = (typeof faultKinds)[number];

/** One fault on one part; afterwards everything works for `calmMs`. */
export type Step = { part: string; fault: FaultKind; forMs: number; calmMs: number };

/** Faults one after another for about `seconds`; every kind of part is as likely as any other, however many of it there are. */
export function planFaults(random: Random, seconds: number, parts: readonly string[]): Step[] {
  const kinds = [...new Set(parts.map((name) => name.replace(/-\d+$/, '')))].sort();
  const steps: Step[] = [];
  for (let leftMs = seconds * 1_000; leftMs > 1_500; ) {
    const kind = random.pick(kinds);
    const part = random.pick(parts.filter((name) => name.replace(/-\d+$/, '') === kind).toSorted());
    const step = { part, fault: random.pick(faultKinds), forMs: random.between(300, 4_000), calmMs: random.between(500, 2_500) };
    steps.push({ ...step, forMs: Math.min(step.forMs, leftMs) });
    leftMs -= step.forMs + step.calmMs;
  }
  return steps;
}

/** Does what the plan says until it ends or `signal` is aborted. Tells of every step before it. */
export async function injectFaults(
  cluster: Cluster,
  plan: readonly Step[],
  signal: AbortSignal,
  tell: (step: Step) => void,
): Promise<void> {
  for (const step of plan) {
    if (signal.aborted) return;
    tell(step);
    await inject(cluster, step);
    await sleep(step.calmMs);
  }
}

async function inject(cluster: Cluster, { part, fault, forMs }: Step): Promise<void> {
  const process = cluster.parts.get(part);
  if (!process) throw new Error(`there is no ${part}`);
  if (fault === 'kill') return process.crash(forMs);
  if (fault === 'freeze') {
    await process.kill('SIGSTOP');
    await sleep(forMs);
    return process.kill('SIGCONT');
  }
  const proxies = cluster.links.filter(({ from, to }) => from === part || to === part).map(({ proxy }) => proxy);
  for (const proxy of proxies) {
    if (fault === 'delay') proxy.set({ latencyMs: 50 + (forMs % 350) });
    if (fault === 'cut') proxy.set({ cut: true });
    if (fault === 'lose replies') proxy.set({ drop: 'to-client' });
    if (fault === 'refuse') await proxy.down();
    if (fault === 'reset') proxy.reset();
  }
  await sleep(forMs);
  await Promise.all(proxies.map((proxy) => proxy.heal()));
}
