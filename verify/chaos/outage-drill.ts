import { quantile } from '@rest-stop/testing/quantile.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { Api } from '@rest-stop/testing/client.ts';
import { type Cluster, startCluster } from '@rest-stop/testing/deployment/cluster.ts';
import { type Shot, startLoad, statusesOf } from './load.ts';
import { type Backend, type Keys, type Kind, kindAt, kinds } from './requests.ts';

export type Outage = {
  backend: Backend;
  how: How;
  /** Requests that began while the server was away. */
  during: { kind: Kind; shots: Shot[] }[];
  /** Milliseconds from the server's return to the beginning of the last request that failed. */
  recoveryMs: number;
  /** Whether every kind of request was served again in the end. */
  recovered: boolean;
  /** Processes that ended by themselves. */
  died: string[];
};

/** A killed server refuses connections, a frozen one keeps them and says nothing. */
export type How = 'kill' | 'freeze';
type Options = { backends: readonly Backend[]; how?: How; outageMs: number; perSecond: number };

const calmMs = 1_000;
/** Recovered is who has failed nothing for so long, having been asked for everything. */
const steadyMs = 1_500;
const patienceMs = 20_000;

/** Takes one server after the other away for `outageMs` under a steady load of every kind of request. */
export async function drillOutages({ backends, how = 'kill', outageMs, perSecond }: Options): Promise<Outage[]> {
  const cluster = await startCluster({ settings: { RATE_LIMIT_REQUESTS: '1000000' } });
  try {
    const outages: Outage[] = [];
    for (const backend of backends) outages.push(await outage(cluster, backend, { how, outageMs, perSecond }));
    return outages;
  } finally {
    await cluster.close();
  }
}

type Manner = { how: How; outageMs: number; perSecond: number };

async function outage(cluster: Cluster, backend: Backend, { how, outageMs, perSecond }: Manner): Promise<Outage> {
  const api = new Api(cluster.baseUrls[0] ?? '');
  const keys: Keys = { known: (await api.join()).key, fresh: (await api.join()).key };
  let away = false;
  const load = startLoad({ perSecond, baseUrls: cluster.baseUrls }, (n) => {
    const kind = kindAt(n);
    return { ...kind.request(away ? keys : { ...keys, fresh: keys.known }), name: kind.name };
  });
  await sleep(calmMs);
  const awaySinceMs = Date.now();
  away = true;
  await takeAway(cluster, backend, how, outageMs);
  const backMs = Date.now();
  const recovered = await untilSteady(load.shots, backMs);
  await load.close();

  const awayUntilMs = awaySinceMs + outageMs;
  const died = [...cluster.parts].filter(([, part]) => part.died()).map(([name]) => name);
  const during = kinds.map((kind) => {
    const own = load.shots.filter(({ name, startMs }) => name === kind.name && startMs > awaySinceMs && startMs < awayUntilMs);
    return { kind, shots: own };
  });
  const failedMs = load.shots.filter(({ status, startMs }) => status !== 200 && startMs > backMs).map(({ startMs }) => startMs);
  return { backend, how, during, recoveryMs: Math.max(0, ...failedMs.map((ms) => ms - backMs)), recovered, died };
}

async function takeAway({ parts }: Cluster, backend: Backend, how: How, ms: number): Promise<void> {
  const server = parts.get(backend);
  if (how === 'kill') return server?.crash(ms);
  await server?.kill('SIGSTOP');
  await sleep(ms);
  await server?.kill('SIGCONT');
}

async function untilSteady(shots: readonly Shot[], sinceMs: number): Promise<boolean> {
  const steady = () => {
    const lastFailure = Math.max(sinceMs, ...shots.filter(({ status }) => status !== 200).map(({ startMs }) => startMs));
    const served = new Set(shots.filter(({ startMs }) => startMs > lastFailure).map(({ name }) => name));
    return Date.now() - lastFailure > steadyMs && served.size === kinds.length;
  };
  while (!steady() && Date.now() - sinceMs < patienceMs) await sleep(100);
  return steady();
}

/**
 * What is not as promised: who needs the server is told 503 (or, when it was only frozen, may be served once it goes on), whoever does not
 * is served, and no process ends.
 */
export function brokenBy({ backend, how, during, died }: Outage): string[] {
  const wrong = during.flatMap(({ kind, shots }) => {
    const expected = kind.needs.includes(backend) ? 503 : 200;
    const others = shots.filter(({ status }) => status !== expected && !(how === 'freeze' && status === 200));
    return others.length > 0 ? [`${kind.name} without ${backend}: ${statusesOf(others)} in the stead of ${expected}`] : [];
  });
  return [...wrong, ...died.map((name) => `${name} ended by itself without ${backend}`)];
}

/** Milliseconds that the refusals of bearer routes took. */
export function refusalsOf({ during }: Outage): number[] {
  const bearer = during.filter(({ kind }) => kind.auth === 'bearer');
  return bearer.flatMap(({ shots }) => shots.filter(({ status }) => status === 503).map(({ latencyMs }) => latencyMs));
}

/** One line for each kind of request. */
export function tableOf({ backend, during, recoveryMs, died }: Outage): string {
  const ms = (n: number) => (Number.isNaN(n) ? '-' : n.toFixed(1)).padStart(9);
  const rows = during.map(({ kind, shots }) => {
    const latencies = shots.map(({ latencyMs }) => latencyMs);
    const latencyColumns = [0.5, 0.99, 1].map((share) => ms(quantile(latencies, share))).join('');
    const expected = kind.needs.includes(backend) ? 'refused' : 'served';
    return `  ${kind.name.padEnd(24)}${expected.padEnd(9)}${latencyColumns}  ${statusesOf(shots)}`;
  });
  const head = `  ${''.padEnd(24)}${'must be'.padEnd(9)}${['p50 ms', 'p99 ms', 'max ms'].map((s) => s.padStart(9)).join('')}  answers`;
  const end = `  recovered ${recoveryMs} ms after it was back; ended by themselves: ${died.join(', ') || 'none'}`;
  return [`without ${backend}`, head, ...rows, end].join('\n');
}
