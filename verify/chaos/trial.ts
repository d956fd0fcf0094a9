import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, type ClusterOptions, startCluster } from '@rest-stop/testing/deployment/cluster.ts';
import { forgottenIn, judge, writersIn } from './checks/judge.ts';
import { traces, untilErased } from './checks/stores.ts';
import type { Violation } from './checks/violation.ts';
import { type Agent, type History, perform } from './history.ts';
import { createPool, openDatabase } from '@rest-stop/runtime/postgres/pool.ts';
import { Api } from '@rest-stop/testing/client.ts';
import { planFaults, type Step, injectFaults } from './faults.ts';
import { seeded } from '@rest-stop/testing/random.ts';
import { startWorkload } from './workload.ts';

export type TrialOptions = {
  seed: number;
  seconds: number;
  gateways: number;
  agents?: number;
  hammers?: number;
  longestStayMs?: number;
  /** Instead of what the seed would plan. */
  plan?: readonly Step[];
  cluster?: ClusterOptions;
  /** The load goes on until this holds, for a minute more at most. */
  until?: (history: History) => boolean;
  /** Told of every step. */
  tell?: (line: string) => void;
  /** Between the load and the judgement: for checks of the checks. */
  tamper?: (history: History, cluster: Cluster) => void;
};

export type Trial = { history: History; steps: Step[]; violations: Violation[]; startedMs: number; recoveryMs: number; erasedMs: number };

const limit = 20;
const windowSeconds = 10;
const recoveryMs = 30_000;
const longestLoadMs = 60_000;
const erasureMs = 60_000;

/** Starts a cluster, has agents use it while faults happen to it, mends everything, and judges what the agents saw and what is stored. */
export async function runTrial(options: TrialOptions): Promise<Trial> {
  const { seed, seconds, gateways, agents = 16, hammers = 3, longestStayMs = 15_000 } = options;
  const { until = () => true, tell = () => {}, tamper = () => {} } = options;
  const settings = { RATE_LIMIT_REQUESTS: String(limit), RATE_LIMIT_WINDOW_SECONDS: String(windowSeconds) };
  const cluster = await startCluster({ gateways, settings, ...options.cluster });
  const db = openDatabase(createPool(cluster.direct.postgres, 2));
  const watch = watchProcesses(cluster);
  try {
    const startedMs = Date.now();
    const plan = options.plan ?? planFaults(seeded(seed), seconds, [...cluster.parts.keys()]);
    const workload = startWorkload({ seed, baseUrls: cluster.baseUrls, agents, hammers, longestStayMs });
    const steps: Step[] = [];
    const stuck = await injectFaults(cluster, plan, watch.found, (step) => {
      steps.push(step);
      tell(`${inSeconds(Date.now() - startedMs)} ${step.fault} ${step.part} for ${inSeconds(step.forMs)}`);
    }).then(
      () => [],
      (error: Error) => [{ invariant: 'it recovers' as const, message: error.message, ops: [] }],
    );
    const healedMs = Date.now();
    tell(`${inSeconds(healedMs - startedMs)} everything is mended`);
    const { history } = workload;
    const loaded = async () => {
      while (!until(history) && Date.now() < healedMs + longestLoadMs) await sleep(100);
      await workload.close();
    };
    const [recovered] = await Promise.all([untilHealthy(cluster, healedMs), loaded()]);
    tamper(history, cluster);

    const erasedMs = await untilErased(db, erasureMs);
    await Promise.all(writersIn(history).map((agent) => lastLook(history, agent, cluster)));
    const violations = [
      ...judge(history, { limit, windowMs: windowSeconds * 1_000 }),
      ...(await traces(db, cluster.direct.redis, forgottenIn(history))),
      ...watch.deaths(),
      ...stuck,
      ...(recovered === undefined ? [{ invariant: 'it recovers' as const, message: `not healthy ${recoveryMs} ms later`, ops: [] }] : []),
      ...(erasedMs === undefined ? [{ invariant: 'erasures end' as const, message: `some not after ${erasureMs} ms`, ops: [] }] : []),
    ];
    return { history, steps, violations, startedMs, recoveryMs: recovered ?? Number.NaN, erasedMs: erasedMs ?? Number.NaN };
  } finally {
    watch.close();
    await db.close();
    await cluster.close();
  }
}

/** Every agent looks at its stay once more, through any gateway, until it is told what there is: everything or 401. */
async function lastLook(history: History, agent: Agent, { baseUrls }: Cluster): Promise<void> {
  for (let attempt = 0; attempt < 60; attempt++) {
    const index = attempt % baseUrls.length;
    const gateway = { index, api: new Api(baseUrls[index] ?? '') };
    const { status } = await perform(history, agent, gateway, { action: 'stay', method: 'GET', path: '/stay' });
    if (status === 200 || status === 401) return;
    await sleep(500);
  }
}

/** Milliseconds from `sinceMs` until every gateway finds both databases well. */
async function untilHealthy({ baseUrls }: Cluster, sinceMs: number): Promise<number | undefined> {
  while (Date.now() - sinceMs < recoveryMs) {
    const asked = baseUrls.map((baseUrl) => new Api(baseUrl).attempt('GET', '/health', { timeoutMs: 3_000 }));
    if ((await Promise.all(asked)).every((answer) => answer?.status === 200)) return Date.now() - sinceMs;
    await sleep(100);
  }
  return undefined;
}

/** Notices a process that is gone although nobody killed it; `found` is aborted then. */
function watchProcesses({ parts }: Cluster) {
  const dead = new Map<string, string>();
  const found = new AbortController();
  const look = () => {
    for (const [name, part] of parts) {
      if (dead.has(name) || !part.died()) continue;
      dead.set(name, part.output().slice(-2_000));
      found.abort();
    }
  };
  const timer = setInterval(look, 100);
  return {
    found: found.signal,
    close: () => clearInterval(timer),
    deaths(): Violation[] {
      look();
      return [...dead].map(([name, output]) => ({ invariant: 'no process dies by itself', message: `${name} died\n${output}`, ops: [] }));
    },
  };
}

function inSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
