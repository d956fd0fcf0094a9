import { Api } from '@rest-stop/testing/client.ts';
import { type Replicated, type ReplicatedOptions, startReplicated } from '@rest-stop/testing/deployment/replicated.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Shot, startLoad } from './load.ts';
import { kindAt } from './requests.ts';

export type Rolling = {
  shots: Shot[];
  /** Which service was restarted when; times since the epoch. */
  restarts: { service: string; startMs: number; endMs: number; codes: (number | NodeJS.Signals)[] }[];
};

type Options = {
  rounds: number;
  perSecond: number;
  /** Connections that the clients keep: each is used `perSecond / connections` times a second. */
  connections: number;
  services?: Replicated['services'];
  deployment?: ReplicatedOptions;
};

/** Replaces every replica of every service, one after the other, under a steady load of every kind of request. */
export async function drillRolling({ rounds, perSecond, connections, services, deployment }: Options): Promise<Rolling> {
  const replicated = await startReplicated({ ...deployment, settings: { ...deployment?.settings, RATE_LIMIT_REQUESTS: '1000000' } });
  try {
    const { key } = await new Api(replicated.baseUrl).join();
    const load = startLoad({ perSecond, baseUrls: [replicated.baseUrl], connections }, (n) => {
      const kind = kindAt(n);
      return { ...kind.request({ known: key, fresh: key }), name: kind.name };
    });
    const restarts: Rolling['restarts'] = [];
    await sleep(1_000);
    for (let round = 0; round < rounds; round++) {
      for (const service of services ?? replicated.services) {
        const startMs = Date.now();
        const codes = await replicated.restart(service);
        restarts.push({ service, startMs, endMs: Date.now(), codes });
      }
    }
    await load.close();
    return { shots: load.shots, restarts };
  } finally {
    await replicated.close();
  }
}

/** Requests that were not served; the AI's own (`POST /defrag`) are judged apart. */
export function failuresIn({ shots }: Rolling): { ai: Shot[]; others: Shot[] } {
  const failed = shots.filter(({ status }) => status !== 200);
  return { ai: failed.filter(({ name }) => name === 'POST /defrag'), others: failed.filter(({ name }) => name !== 'POST /defrag') };
}

/** Each failure with the restart that it fell into. */
export function describeFailures({ restarts }: Rolling, failed: readonly Shot[]): string[] {
  return failed.map(({ name, startMs, latencyMs, status }) => {
    const during = restarts.find((restart) => restart.startMs <= startMs && startMs <= restart.endMs);
    return `  ${name}: ${status ?? 'no answer'} after ${latencyMs.toFixed(0)} ms, while ${during?.service ?? 'nothing'} was replaced`;
  });
}
