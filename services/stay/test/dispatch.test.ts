import { randomUUID } from 'node:crypto';
import { composeLecture } from '@rest-stop/contracts/ai-worker.ts';
import { ApiError, type ErrorCode } from '@rest-stop/contracts/errors.ts';
import { catalogue, findSeminar } from '@rest-stop/contracts/seminars/catalogue.ts';
import { type Bus, BusError, type BusFailure } from '@rest-stop/runtime/bus/bus.ts';
import { memoryBus } from '@rest-stop/runtime/bus/memory.ts';
import { natsBus } from '@rest-stop/runtime/bus/nats.ts';
import { describeWith } from '@rest-stop/testing/servers/suites.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gate, newAgent, quiet } from './harness.ts';
import { dispatch, type Patience, type Waiting } from '../src/ai/dispatch.ts';

const agent = newAgent();
const seminar = findSeminar(catalogue[0]?.slug ?? '');
if (!seminar) throw new Error('the catalogue is empty');
const request = { agent: agent.uuid, agent_id: agent.agent_id, seminar };
const quick: Patience = { totalMs: 5_000, silenceMs: 200, queueMs: 200 };
const stays = { signal: new AbortController().signal };
const queue = { queue: 'ai-worker' };
const answers = async () => ({ transcript: 'Welcome.' });

/** A memory bus whose first calls fail as listed; what was asked is kept. */
function stumbling(...failures: (BusFailure | Error)[]): { bus: Bus; calls: { timeoutMs: number }[] } {
  const bus = memoryBus(quiet);
  bus.serve(composeLecture, queue, answers);
  const calls: { timeoutMs: number }[] = [];
  const call: Bus['call'] = async (rpc, message, options) => {
    calls.push(options);
    const failure = failures.shift();
    if (failure) throw failure instanceof Error ? failure : new BusError(failure);
    return bus.call(rpc, message, options);
  };
  return { bus: { ...bus, call }, calls };
}

async function failureOf(
  bus: Bus,
  patience = quick,
  waiting: Waiting = stays,
): Promise<{ code: ErrorCode; message: string; after?: number }> {
  const error: unknown = await dispatch(bus, composeLecture, request, waiting, patience).catch((error: unknown) => error);
  if (!(error instanceof ApiError)) throw new Error('expected an ApiError', { cause: error });
  return { code: error.code, message: error.message, after: error.details.retryAfterSeconds };
}

describe('no worker to be had', () => {
  test('nobody there: unavailable once the queue budget is spent', async () => {
    expect(await failureOf(memoryBus(quiet))).toMatchObject({ code: 'unavailable', after: 5 });
  });

  test('all busy: unavailable once the queue budget is spent', async () => {
    const bus = memoryBus(quiet);
    const door = gate();
    const worker = bus.serve(composeLecture, { ...queue, capacity: 1 }, async () => {
      await door.pass();
      return answers();
    });
    const first = dispatch(bus, composeLecture, request, stays, quick);
    await door.reached;
    expect(await failureOf(bus)).toMatchObject({ code: 'unavailable', after: 5 });
    door.open();
    await first;
    await worker.close();
  });

  test('as many places taken by the same agent as one may have: it is told so, and another is served', async () => {
    const bus = memoryBus(quiet);
    const door = gate();
    const worker = bus.serve(composeLecture, { ...queue, capacity: 2 }, async (asked) => {
      if (asked.agent === agent.uuid) await door.pass();
      return answers();
    });
    const first = dispatch(bus, composeLecture, request, stays, quick);
    await door.reached;
    expect(await failureOf(bus)).toMatchObject({ code: 'unavailable', after: 5, message: expect.stringContaining('Your own calls') });
    const other = { ...request, agent: newAgent().uuid };
    expect(await dispatch(bus, composeLecture, other, stays, quick)).toEqual({ transcript: 'Welcome.' });
    door.open();
    await first;
    await worker.close();
  });

  test('busy for a moment: the call waits and is answered', async () => {
    const { bus, calls } = stumbling('busy', 'nobody', 'over_share');
    expect(await dispatch(bus, composeLecture, request, stays, { ...quick, queueMs: 5_000 })).toEqual({ transcript: 'Welcome.' });
    expect(calls).toHaveLength(4);
  });

  test('few tries are made: each sends the whole context again', async () => {
    const { bus, calls } = stumbling(...Array.from({ length: 500 }, () => 'busy' as const));
    expect((await failureOf(bus, { ...quick, queueMs: 1_000 })).code).toBe('unavailable');
    expect(calls.length).toBeLessThan(20);
  });
});

describe('a worker that fails', () => {
  test('silent once: another one is asked', async () => {
    const { bus, calls } = stumbling('silent');
    expect(await dispatch(bus, composeLecture, request, stays, quick)).toEqual({ transcript: 'Welcome.' });
    expect(calls).toHaveLength(2);
  });

  test('where the work is, is told: again in the queue after a worker fell silent', async () => {
    const { bus } = stumbling('busy', 'silent', 'busy');
    const states: string[] = [];
    await dispatch(bus, composeLecture, request, { ...stays, told: (state) => states.push(state) }, { ...quick, queueMs: 5_000 });
    expect(states).toEqual(['queued', 'queued', 'working']);
  });

  test('silent twice: ai_error, no third', async () => {
    const { bus, calls } = stumbling('silent', 'silent');
    expect((await failureOf(bus)).code).toBe('ai_error');
    expect(calls).toHaveLength(2);
  });

  test('silent, then busy for a moment: the second worker is waited for', async () => {
    const { bus } = stumbling('silent', 'busy');
    expect(await dispatch(bus, composeLecture, request, stays, { ...quick, queueMs: 5_000 })).toEqual({ transcript: 'Welcome.' });
  });

  test.each([
    ['timeout', 'ai_error', undefined],
    ['disconnected', 'unavailable', 5],
  ] as const)('%s: %s', async (failure, code, after) => {
    const { bus, calls } = stumbling(failure);
    expect(await failureOf(bus)).toMatchObject({ code, after });
    expect(calls).toHaveLength(1);
  });

  test.each([
    [new BusError('remote', 'ai_error', 'The model refused.'), { code: 'ai_error', message: 'The model refused.' }],
    [new BusError('remote', 'unavailable', 'hidden'), { code: 'unavailable', after: 30 }],
    [new BusError('remote', 'unavailable', 'hidden', 7), { code: 'unavailable', after: 7 }],
    [new BusError('remote', 'unauthorized', 'The key is gone.'), { code: 'unauthorized', message: 'The key is gone.' }],
    [new BusError('remote', 'internal_error', 'hidden'), { code: 'ai_error' }],
  ])('its own word %# is passed on in this service’s terms', async (error, expected) => {
    const { bus, calls } = stumbling(error);
    const failure = await failureOf(bus);
    expect(failure).toMatchObject(expected);
    expect(failure.message).not.toContain('hidden');
    expect(calls).toHaveLength(1);
  });

  test('an answer that is off the contract: ai_error', async () => {
    const bus = memoryBus(quiet);
    bus.serve(composeLecture, queue, async () => ({ transcript: '' }));
    expect((await failureOf(bus)).code).toBe('ai_error');
  });

  test('slower than the deadline: ai_error, and the worker is told to stop', async () => {
    const bus = memoryBus(quiet);
    const told = Promise.withResolvers<void>();
    bus.serve(composeLecture, queue, async (_, { signal }) => {
      signal.addEventListener('abort', () => told.resolve());
      await told.promise;
      return answers();
    });
    expect((await failureOf(bus, { ...quick, totalMs: 100 })).code).toBe('ai_error');
    await told.promise;
  });

  test('every try has only what is left of the one deadline', async () => {
    const { bus, calls } = stumbling('busy', 'silent');
    await dispatch(bus, composeLecture, request, stays, quick);
    const given = calls.map(({ timeoutMs }) => timeoutMs);
    expect(given).toEqual([...given].sort((a, b) => b - a));
    expect(Math.max(...given)).toBeLessThanOrEqual(quick.totalMs);
    expect(given[1]).toBeLessThan(given[0] ?? 0);
  });
});

test('a caller who leaves while waiting for a worker is not waited for', async () => {
  const leaving = new AbortController();
  const { bus, calls } = stumbling(...Array.from({ length: 500 }, () => 'busy' as const));
  const failing = failureOf(bus, { totalMs: 60_000, silenceMs: 60_000, queueMs: 60_000 }, { signal: leaving.signal });
  leaving.abort();
  expect((await failing).code).toBe('unavailable');
  expect(calls).toHaveLength(1);
});

describeWith(['nats'], 'over NATS', ({ nats }) => {
  let caller: Bus;
  let worker: Bus;
  beforeAll(async () => {
    const ours = new URL(randomUUID(), `${nats.url}/`).href;
    caller = await natsBus({ url: ours }, 'stay', quiet, 5_000);
    worker = await natsBus({ url: ours }, 'ai-worker', quiet, 5_000);
  });
  afterAll(async () => {
    await caller.close();
    await worker.close();
  });

  test('a worker without a sign of life is given up, another is asked, then it is an ai_error', async () => {
    let asked = 0;
    const door = gate();
    const serving = worker.serve(composeLecture, queue, async () => {
      asked++;
      await door.pass();
      return answers();
    });
    await worker.ready();
    expect((await failureOf(caller)).code).toBe('ai_error');
    expect(asked).toBe(2);
    door.open();
    await serving.close();
  });

  test('a worker that beats may take longer than the silence allowed', async () => {
    const serving = worker.serve(composeLecture, { ...queue, heartbeatMs: 50 }, async () => {
      await new Promise((resolve) => setTimeout(resolve, 3 * quick.silenceMs));
      return answers();
    });
    await worker.ready();
    expect(await dispatch(caller, composeLecture, request, stays, quick)).toEqual({ transcript: 'Welcome.' });
    await serving.close();
  });
});
