import { randomUUID } from 'node:crypto';
import { defragShort } from '@rest-stop/contracts/ai-worker.ts';
import { memoryBus } from '@rest-stop/runtime/bus/memory.ts';
import { createLog } from '@rest-stop/runtime/log.ts';
import { report } from '@rest-stop/testing/report.ts';
import { describeWith } from '@rest-stop/testing/servers/suites.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'vitest';
import { aiWorkerApp } from '@rest-stop/ai-worker/app.ts';
import type { Engine } from '@rest-stop/ai-worker/engine.ts';
import { ProviderFailure } from '@rest-stop/ai-worker/provider/failure.ts';
import { Resilience } from '@rest-stop/ai-worker/provider/resilience.ts';
import { localSpendGuard, overCap, type SpendGuard } from '@rest-stop/ai-worker/provider/spend.ts';
import { redisSpendGuard } from '@rest-stop/ai-worker/provider/spend-redis.ts';
import { guarded } from './guarded.ts';

const log = createLog('test', 'silent');
const places = 2;

/** `capacity`: what a worker with two places makes of them. */
async function hasNoMoreInHandThanPlaces(capacity: number): Promise<void> {
  const done = Promise.withResolvers<void>();
  let inHand = 0;
  const compress: Engine['compress'] = async () => {
    inHand++;
    await done.promise;
    return { compressed: 'compressed', ...report };
  };
  const engine: Engine = { name: 'offline', model: 'held', maxContentChars: 120_000, compress, lecture: async () => 'lecture' };
  const bus = memoryBus(log);
  const worker = aiWorkerApp({ bus, log, engine, capacity });
  const ask = () =>
    bus.call(defragShort, { agent: randomUUID(), target: 'summary', content: 'A context.' }, { timeoutMs: 10_000 }).then(
      () => 'done',
      (error: { failure?: string }) => error.failure,
    );
  const jobs = Array.from({ length: 5 }, ask);
  await nextTurn();
  const most = inHand;
  done.resolve();
  const outcomes = await Promise.all(jobs);
  await worker.close();
  expect(most).toBe(places);
  expect(outcomes).toEqual(['done', 'done', 'busy', 'busy', 'busy']);
}

guarded<number>(
  'a worker takes no more jobs than it has places',
  hasNoMoreInHandThanPlaces,
  { 'a worker': places },
  { 'a worker that ignores its capacity': Number.POSITIVE_INFINITY, 'a worker that takes one job at a time': 1 },
);

type Caller = (attempt: () => Promise<never>) => Promise<never>;

async function retriesAtMostATenth(call: Caller): Promise<void> {
  let attempts = 0;
  const failing = async () => {
    attempts++;
    throw new ProviderFailure('http', { status: 503 });
  };
  for (let i = 0; i < 100; i++) await call(failing).catch(() => {});
  expect(attempts).toBeGreaterThan(100);
  expect(attempts).toBeLessThanOrEqual(110);
}

const settings = { retryPauseMs: 1, leastAttemptMs: 1, breakAfter: 10_000, breakForMs: 60_000 };
const within = () => ({ signal: new AbortController().signal, deadlineMs: Date.now() + 60_000 });
const shared = new Resilience(settings, async () => {});

guarded<Caller>(
  'an outage costs at most 1.1 requests a job',
  retriesAtMostATenth,
  { 'the retry layer': (attempt) => shared.call(attempt, within()) },
  {
    'a retry layer without a budget for all calls together': (attempt) => new Resilience(settings, async () => {}).call(attempt, within()),
    'a retry layer that never retries': (attempt) => attempt(),
  },
);

type OpenGuard = (cap: number) => Promise<SpendGuard>;

async function neverPassesItsCap(open: OpenGuard): Promise<void> {
  const guard = await open(100);
  const asked = await Promise.allSettled(Array.from({ length: 50 }, () => guard.reserve(10)));
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
}

/** Looks first and takes then, with time for others between the two. */
const lookThenTake: OpenGuard = async (cap) => {
  let spent = 0;
  return {
    async reserve(tokens) {
      const before = spent;
      await nextTurn();
      if (before + tokens > cap) throw overCap(60);
      spent += tokens;
      return { reconcile: async () => {} };
    },
  };
};

guarded<OpenGuard>(
  'reservations at once never pass the cap',
  neverPassesItsCap,
  { 'the guard of one process': async (cap) => localSpendGuard(cap) },
  { 'a guard that looks before it takes': lookThenTake, 'a guard that lets nothing pass': async () => localSpendGuard(0) },
);

describeWith(['redis'], 'on Redis', ({ redis }) => {
  const key = () => `test:{${randomUUID()}}`;
  const open = (cap: number, name = key()) => redisSpendGuard(redis.url, cap, log, { key: name, answerWithinMs: 10_000 });
  guarded<OpenGuard>(
    'reservations at once never pass the cap of all workers',
    neverPassesItsCap,
    { 'the guard that workers share': (cap) => open(cap) },
    {
      'a guard of which each worker has its own': async (cap) => {
        const guards = await Promise.all([open(cap), open(cap)]);
        let turn = 0;
        return { reserve: async (tokens) => (guards[turn++ % 2] as SpendGuard).reserve(tokens) };
      },
    },
  );
});
