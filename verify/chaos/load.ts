import { setTimeout as sleep } from 'node:timers/promises';
import { Api } from '@rest-stop/testing/client.ts';

export type Request = { name: string; method: string; path: string; key?: string | undefined; body?: unknown };
/** One request and what came of it; `startMs` since the epoch. A request without an answer has no status. */
export type Shot = { name: string; startMs: number; latencyMs: number; status: number | undefined };
export type Load = { shots: Shot[]; close(): Promise<void> };

type Options = { perSecond: number; baseUrls: readonly string[]; timeoutMs?: number };

/** Sends the requests of `next` at a steady rate, whether the ones before are answered or not, to each service in turn. */
export function startLoad({ perSecond, baseUrls, timeoutMs = 15_000 }: Options, next: (n: number) => Request): Load {
  const apis = baseUrls.map((baseUrl) => new Api(baseUrl));
  const shots: Shot[] = [];
  const open = new Set<Promise<void>>();
  let stopping = false;

  const fire = async (n: number) => {
    const { name, method, path, ...ask } = next(n);
    const [startMs, started] = [Date.now(), performance.now()];
    const answer = await apis[n % apis.length]?.attempt(method, path, { ...ask, timeoutMs });
    shots.push({ name, startMs, latencyMs: performance.now() - started, status: answer?.status });
  };
  const firing = (async () => {
    const begun = performance.now();
    for (let n = 0; !stopping; n++) {
      await sleep(Math.max(0, begun + (n * 1_000) / perSecond - performance.now()));
      const shot = fire(n);
      open.add(shot);
      void shot.then(() => open.delete(shot));
    }
  })();
  return {
    shots,
    async close() {
      stopping = true;
      await firing;
      await Promise.all(open);
    },
  };
}

/** How often which status came, `none` standing for no answer. */
export function statusesOf(shots: readonly Pick<Shot, 'status'>[]): string {
  const groups = [...Map.groupBy(shots, ({ status }) => String(status ?? 'none'))];
  return groups.map(([status, own]) => `${status}: ${own.length}`).join(', ');
}
