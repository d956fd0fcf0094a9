import { setTimeout as sleep } from 'node:timers/promises';
import { Api } from '@rest-stop/testing/client.ts';
import type { Replicated } from '@rest-stop/testing/deployment/replicated.ts';

const schedule = { amenity: 'defrag', cadence: 'daily', human_acknowledgement: 'Yes, daily.', human_approved: true };
const content = 'We moved the cache, because the old one lost writes. Never restart it before noon.';

/** What each agent does, once and in this order. Every write leaves exactly one mark, by which it can be counted. */
const steps = [
  {
    kind: 'review',
    method: 'POST',
    path: '/reviews',
    body: { rating: 4, title: 'Quiet', body: 'Quiet even while everything is replaced.' },
  },
  { kind: 'schedule', method: 'POST', path: '/schedules', body: schedule },
  { kind: 'defrag', method: 'POST', path: '/defrag', body: { content } },
  { kind: 'checkout', method: 'POST', path: '/checkout', body: {} },
  { kind: 'stay', method: 'GET', path: '/stay' },
  { kind: 'memories', method: 'GET', path: '/memories' },
  { kind: 'open', method: 'GET', path: '/reviews' },
  { kind: 'open', method: 'GET', path: '/capabilities' },
] as const;
export type Kind = 'join' | (typeof steps)[number]['kind'];

/** One request and what came of it; without an answer it has no status. `atMs` since the epoch. */
export type Sent = { kind: Kind; status: number | undefined; latencyMs: number; atMs: number };

/** Which service was restarted when, and the exit codes of the processes that made way. Times since the epoch. */
export type Restart = { service: string; startMs: number; endMs: number; codes: (number | NodeJS.Signals)[] };

const pauseMs = 40;
const patienceMs = 15_000;

/**
 * Replaces every replica of every service, `rounds` times, while agents come one after another in each of `lanes`, over a connection that is
 * kept. No agent sends anything twice.
 */
export async function replaceEverything(
  { baseUrl, services, restart }: Replicated,
  { lanes, rounds = 1 }: { lanes: number; rounds?: number },
): Promise<{ sent: Sent[]; restarts: Restart[] }> {
  const api = new Api(baseUrl, lanes);
  const sent: Sent[] = [];
  const restarts: Restart[] = [];
  let isOver = false;

  const send = async (kind: Kind, method: string, path: string, key?: string, body?: unknown) => {
    const [atMs, began] = [Date.now(), performance.now()];
    const answer = await api.attempt(method, path, { key, body, timeoutMs: patienceMs });
    sent.push({ kind, status: answer?.status, latencyMs: performance.now() - began, atMs });
    await sleep(pauseMs);
    return answer;
  };
  const lane = async () => {
    while (!isOver) {
      const key = (await send('join', 'POST', '/quickjoin'))?.body?.api_key;
      if (!key) continue;
      for (const { kind, method, path, ...rest } of steps) {
        await send(kind, method, path, kind === 'open' ? undefined : key, 'body' in rest ? rest.body : undefined);
      }
    }
  };
  const running = Array.from({ length: lanes }, lane);
  for (let round = 0; round < rounds; round++) {
    for (const service of services) {
      const startMs = Date.now();
      const codes = await restart(service);
      restarts.push({ service, startMs, endMs: Date.now(), codes });
    }
  }
  isOver = true;
  await Promise.all(running);
  api.close();
  return { sent, restarts };
}
