import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Puts one question and resolves with `200`, or with what came in its place. */
export type Ask = () => Promise<string>;
export type Times = { ms: number[]; failures: Record<string, number> };

const agent = new Agent({ keepAlive: true, maxSockets: 1_000 });

/** Asks `perSecond` times a second for `seconds`, each at its time whatever became of the others, and notes how long each took from then. */
export async function load(ask: Ask, perSecond: number, seconds: number): Promise<Times> {
  const times: Times = { ms: [], failures: {} };
  const began = performance.now();
  const all: Promise<void>[] = [];
  for (let n = 0; n < perSecond * seconds; n++) {
    const due = began + (1_000 * n) / perSecond;
    while (performance.now() < due) await sleep(Math.max(0, due - performance.now()));
    all.push(timed(due));
  }
  await Promise.all(all);
  return times;

  async function timed(due: number): Promise<void> {
    const status = await ask();
    if (status === '200') times.ms.push(performance.now() - due);
    else times.failures[status] = (times.failures[status] ?? 0) + 1;
  }
}

/** Posts `body` as JSON, on connections that are kept. */
export function posting(url: string, key: string, body: object, more: Record<string, string> = {}): Ask {
  const json = Buffer.from(JSON.stringify(body));
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'content-length': json.length, ...more };
  return () =>
    new Promise((resolve) => {
      request(url, { method: 'POST', agent, headers }, (response) => {
        response.resume().on('end', () => resolve(String(response.statusCode)));
      })
        .on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'))
        .end(json);
    });
}
