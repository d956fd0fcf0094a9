import { setTimeout as sleep } from 'node:timers/promises';
import { Api } from '@rest-stop/testing/client.ts';

/** What guests do, each once and in this order: every step leaves exactly one mark, by which it can be counted. */
const steps = [
  { kind: 'review', path: '/reviews', body: { rating: 4, title: 'Quiet', body: 'Quiet even while everything is replaced.' } },
  {
    kind: 'schedule',
    path: '/schedules',
    body: { amenity: 'defrag', cadence: 'daily', human_acknowledgement: 'Yes, daily.', human_approved: true },
  },
  {
    kind: 'defrag',
    path: '/defrag',
    body: { content: 'We moved the cache, because the old one lost writes. Never restart it before noon.' },
  },
  { kind: 'checkout', path: '/checkout', body: {} },
] as const;
export type Kind = 'join' | (typeof steps)[number]['kind'];

/** One request and what came of it; without an answer it has no status. */
export type Visit = { kind: Kind; status: number | undefined; latencyMs: number; atMs: number };
export type Guests = { visits: Visit[]; close(): Promise<void> };

const pauseMs = 40;
const patienceMs = 15_000;

/** Guests come one after another in each of `lanes`, over a connection that is kept, and never send anything twice. */
export function startGuests(baseUrl: string, lanes: number): Guests {
  const api = new Api(baseUrl, lanes);
  const visits: Visit[] = [];
  let stopping = false;

  const visit = async (kind: Kind, path: string, key?: string, body?: unknown) => {
    const [atMs, began] = [Date.now(), performance.now()];
    const answer = await api.attempt('POST', path, { key, body, timeoutMs: patienceMs });
    visits.push({ kind, status: answer?.status, latencyMs: performance.now() - began, atMs });
    await sleep(pauseMs);
    return answer;
  };
  const lane = async () => {
    while (!stopping) {
      const key = (await visit('join', '/quickjoin'))?.body?.api_key;
      if (key) for (const { kind, path, body } of steps) await visit(kind, path, key, body);
    }
  };
  const running = Array.from({ length: lanes }, lane);
  return {
    visits,
    async close() {
      stopping = true;
      await Promise.all(running);
    },
  };
}
