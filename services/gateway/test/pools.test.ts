import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { expect, test } from 'vitest';
import { bearer, type Gateway, startGateway } from './harness.ts';
import { answerOk } from './upstream.ts';

const calls = 150;
const limits = { requests: 100_000 };
const shortPaths = ['/stay', '/health', '/stats', '/reviews', '/memories/a'];

/** The short requests that were answered while all slow calls were still running. The slow calls end after `patienceMs`. */
async function answeredMeanwhile(gateway: Gateway, underWay: number, patienceMs: number): Promise<string[]> {
  const { key } = gateway.keys.issue();
  const waiting: (() => void)[] = [];
  let open = true;
  gateway.upstream.answer = (request, response, seen) => {
    const end = () => answerOk(request, response, seen);
    if (open && seen.path === '/defrag') waiting.push(end);
    else end();
  };
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${gateway.url}/v1${path}`, { ...init, headers: { ...bearer(key), 'content-type': 'application/json' } });

  let ended = 0;
  const slow = Array.from({ length: calls }, async () => {
    expect((await ask('/defrag', { method: 'POST', body: '{"content":"x"}' })).status).toBe(200);
    ended++;
  });
  await expect.poll(() => waiting.length).toBe(underWay);
  const meanwhile: string[] = [];
  const short = shortPaths.map(async (path) => {
    expect((await ask(path)).status).toBe(200);
    if (ended === 0) meanwhile.push(path);
  });
  await Promise.race([Promise.all(short), sleep(patienceMs)]);
  open = false;
  for (const end of waiting) end();
  await Promise.all([...slow, ...short]);
  await gateway.close();
  return meanwhile.sort();
}

test('while 150 slow calls are under way all others are answered', async () => {
  expect(await answeredMeanwhile(await startGateway({ limits }), calls, 20_000)).toEqual(shortPaths.toSorted());
});

test('broken on purpose, with one pool for all: they are not', async () => {
  const pool = new Agent({ headersTimeout: 0, bodyTimeout: 0, connections: 128 });
  const gateway = await startGateway({ limits, pools: { short: pool, slow: pool } });
  expect(await answeredMeanwhile(gateway, 128, 500)).toEqual([]);
});
