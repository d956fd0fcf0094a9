import { setTimeout as sleep } from 'node:timers/promises';
import { Api } from '@rest-stop/testing/client.ts';

/** What agents who mean no harm got. Times in milliseconds, of the requests that were served at once. */
export type Served = {
  requests: number;
  times: number[];
  /** 503 with Retry-After: what the documentation allows while a store or the engine is busy. */
  comeBack: number;
  /** Newcomers whose key passed with its first request, and all newcomers. */
  newcomers: { passed: number; all: number };
  /** Anything else that was not a success, or was none after several times of coming back. */
  wrong: string[];
};

const tries = 4;
const pauseMs = 20;
/** Newcomers of all lanes together stay below what one address may register in a minute. */
const registrationsPerMinute = 500;
const review = { rating: 5, title: 'Calm', body: 'All was calm inside while it was loud outside.' };
const content = 'We moved the cache, because the old one lost writes. Never restart it before noon.';
const uses = [
  { method: 'GET', path: '/stay' },
  { method: 'POST', path: '/memories', body: { value: 1 } },
  { method: 'POST', path: '/defrag', body: { content, target: 'handoff' } },
  { method: 'POST', path: '/reviews', body: review },
  { method: 'GET', path: '/reviews' },
] as const;

/** Each in a lane: agents that are known use everything, newcomers register and use their key at once; until `until` has ended. */
export async function serveOthers(baseUrl: string, lanes: number, keys: readonly string[], until: Promise<unknown>): Promise<Served> {
  const api = new Api(baseUrl, 2 * lanes);
  const served: Served = { requests: 0, times: [], comeBack: 0, newcomers: { passed: 0, all: 0 }, wrong: [] };
  let isOver = false;
  void until.finally(() => (isOver = true)).catch(() => {});

  /** Answers the body, and whether it came with the first try. */
  async function send(method: string, path: string, key?: string, body?: unknown) {
    let last = '';
    for (let n = 0; n < tries; n++) {
      const beganAt = performance.now();
      const answer = await api.call(method, path, { key, body }).catch((error: Error) => {
        last = `${method} ${path}: ${error.message} after ${Math.round(performance.now() - beganAt)} ms`;
      });
      served.requests++;
      if (answer?.status === 200) {
        if (n === 0) served.times.push(performance.now() - beganAt);
        await sleep(pauseMs);
        return { body: answer.body, isFirst: n === 0 };
      }
      if (answer) last = `${method} ${path}: ${answer.status} ${answer.text.slice(0, 200)}`;
      const seconds = Number(answer?.headers.get('retry-after') ?? Number.NaN);
      if (answer?.status !== 503 || Number.isNaN(seconds)) break;
      served.comeBack++;
      await sleep(Math.min(seconds, 3) * 1_000);
    }
    served.wrong.push(last);
    return undefined;
  }
  const usesAll = async (key: string) => {
    while (!isOver)
      for (const { method, path, ...rest } of uses) if (!isOver) await send(method, path, key, 'body' in rest ? rest.body : undefined);
  };
  const arrives = async () => {
    while (!isOver) {
      await sleep((lanes * 60_000) / registrationsPerMinute);
      const joined = await send('POST', '/quickjoin');
      if (!joined) continue;
      served.newcomers.all++;
      if ((await send('GET', '/stay', joined.body.api_key))?.isFirst) served.newcomers.passed++;
    }
  };
  await Promise.all([...keys.slice(0, lanes).map(usesAll), ...Array.from({ length: lanes }, arrives)]);
  return served;
}
