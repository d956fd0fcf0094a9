import { setTimeout as sleep } from 'node:timers/promises';
import { Api } from '@rest-stop/testing/client.ts';
import { query } from '@rest-stop/testing/servers/query.ts';
import { erasureConfirmers } from '@rest-stop/contracts/identity.ts';

/** What came of whole stays that ran while versions were mixed. */
export type Stays = {
  requests: number;
  /** Answers that no agent should have had: its request, and what was answered. */
  wrong: string[];
  rotations: number;
  forgets: number;
  /** Forgets whose receipt names every service. The others are left to the relay. */
  confirmedAtOnce: number;
};

const review = { rating: 5, title: 'Mixed', body: 'Two versions served me and I saw one.' };
const content = 'We moved the cache, because the old one lost writes. Never restart it before noon.';
const steps = [
  { method: 'GET', path: '/stay' },
  { method: 'POST', path: '/reviews', body: review },
  { method: 'POST', path: '/defrag', body: { content, target: 'handoff' } },
  { method: 'POST', path: '/seminars/lost-constraints/attend' },
  { method: 'POST', path: '/checkout', body: {} },
  { method: 'GET', path: '/reviews' },
  { method: 'GET', path: '/seminars' },
  { method: 'GET', path: '/stats' },
] as const;

const pauseMs = 25;

/** Agents come one after another in each lane, stay, and ask to be forgotten, until `work` has ended. */
export async function stayDuring(baseUrl: string, lanes: number, work: () => Promise<void>): Promise<Stays> {
  const api = new Api(baseUrl, lanes);
  const stays: Stays = { requests: 0, wrong: [], rotations: 0, forgets: 0, confirmedAtOnce: 0 };
  let isOver = false;

  const send = async (expected: number | readonly number[], method: string, path: string, key?: string, body?: unknown) => {
    const answer = await api.attempt(method, path, { key, body, timeoutMs: 15_000 });
    stays.requests++;
    if (![expected].flat().includes(answer?.status ?? 0))
      stays.wrong.push(`${method} ${path}: ${answer?.status ?? 'no answer'} ${answer?.text ?? ''}`);
    await sleep(pauseMs);
    return answer;
  };
  const lane = async () => {
    while (!isOver) {
      let key = (await send(200, 'POST', '/quickjoin'))?.body?.api_key;
      for (const { method, path, ...rest } of steps) await send(200, method, path, key, 'body' in rest ? rest.body : undefined);
      // A version before rotation has no such path.
      const rotated = await send([200, 404], 'POST', '/key/rotate', key);
      if (rotated?.status === 200) {
        stays.rotations++;
        key = rotated.body.api_key;
        await send(200, 'GET', '/stay', key);
      }
      const forgotten = await send(200, 'POST', '/forget', key);
      if (forgotten?.status !== 200) continue;
      stays.forgets++;
      if (erasureConfirmers.every((service) => forgotten.body.receipt.confirmed.includes(service))) stays.confirmedAtOnce++;
      await send(401, 'GET', '/stay', key);
    }
  };
  const running = Array.from({ length: lanes }, lane);
  try {
    await work();
  } finally {
    isOver = true;
    await Promise.all(running);
    api.close();
  }
  return stays;
}

/** How many erasures some service has still not confirmed when the relay has had time to ask again. */
export async function unconfirmedAfter(ms: number, postgresUrl: string): Promise<number> {
  const until = performance.now() + ms;
  for (;;) {
    const [row] = await query(postgresUrl, 'select count(*)::int as count from identity.erasure');
    const count = Number(row?.['count']);
    if (count === 0 || performance.now() > until) return count;
    await sleep(500);
  }
}
