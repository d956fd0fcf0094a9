import { composeLecture, defragContext, defragShort } from '@rest-stop/contracts/ai-worker.ts';
import { ApiError } from '@rest-stop/contracts/errors.ts';
import { agentForgotten } from '@rest-stop/contracts/identity.ts';
import { findSeminar } from '@rest-stop/contracts/seminars/catalogue.ts';
import { type Bus, BusError } from '@rest-stop/runtime/bus/bus.ts';
import { natsBus } from '@rest-stop/runtime/bus/nats.ts';
import { report } from '@rest-stop/testing/report.ts';
import { describeWith } from '@rest-stop/testing/servers/suites.ts';
import { natsOptions } from '@rest-stop/testing/servers/users.ts';
import { connect, type NatsConnection } from 'nats';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { aiWorkerApp } from '../src/app.ts';
import type { Engine } from '../src/engine.ts';
import { agent, keyHash, log } from './bus-worker.ts';

const seminar = findSeminar('lost-constraints')!;
const content = 'A context that is long enough to be compressed.';

/** An engine that takes its time and notes how many jobs it has at once. */
function slowEngine(jobMs: number) {
  const seen = { done: 0, running: 0, most: 0, aborted: 0 };
  const work = async <T>(result: T, signal: AbortSignal): Promise<T> => {
    seen.most = Math.max(seen.most, ++seen.running);
    try {
      await sleep(jobMs, undefined, { signal });
      seen.done++;
      return result;
    } catch {
      seen.aborted++;
      throw new ApiError('ai_error', 'ended');
    } finally {
      seen.running--;
    }
  };
  const engine: Engine = {
    name: 'offline',
    model: 'slow',
    maxContentChars: 120_000,
    compress: (_job, signal) => work({ compressed: 'compressed', ...report }, signal),
    lecture: (_job, signal) => work('lecture', signal),
  };
  return { engine, seen };
}

describeWith(['nats'], 'workers on NATS', ({ nats }) => {
  /** A path of their own: workers of other test files must not hear these jobs. */
  const ours = new URL(randomUUID(), `${nats.url || 'nats://none'}/`).href;
  const ending: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const end of ending.splice(0).toReversed()) await end();
  });

  async function busOf(name: string): Promise<Bus> {
    const bus = await natsBus({ url: ours }, name, log, 5_000);
    ending.push(() => bus.close());
    return bus;
  }

  async function startWorker(jobMs: number, capacity: number, name = 'ai-worker', lingerMs = 0) {
    const { engine, seen } = slowEngine(jobMs);
    const bus = await busOf(name);
    const service = aiWorkerApp({ bus, log, engine, capacity, lingerMs });
    ending.push(() => service.close());
    await bus.ready();
    return { service, seen };
  }

  /** Asks as stay does: again at once when every place is taken; any other failure is one. */
  async function ask(bus: Bus, n: number, refusals: string[]): Promise<unknown> {
    for (;;) {
      try {
        const options = { timeoutMs: 20_000, silenceMs: 5_000 };
        if (n % 2 === 0) return await bus.call(defragShort, { agent, target: 'summary', content }, options);
        return await bus.call(composeLecture, { agent, agent_id: 'calm-otter', seminar }, options);
      } catch (error) {
        const failure = (error as BusError).failure;
        refusals.push(failure);
        if (failure !== 'busy' && failure !== 'nobody') throw error;
        await sleep(10);
      }
    }
  }

  test('two of four places each: 40 jobs at once are all done, none waits on a full worker while the other is idle', async () => {
    const workers = [await startWorker(300, 4), await startWorker(300, 4)];
    const caller = await busOf('stay');
    const refusals: string[] = [];
    await Promise.all(Array.from({ length: 40 }, (_, n) => ask(caller, n, refusals)));
    // A job that had waited on a full worker would have been silent, or have raised the most at once.
    expect(workers.map(({ seen }) => seen.most)).toEqual([4, 4]);
    expect(new Set(refusals)).toEqual(new Set(['busy', 'nobody']));
    expect(workers.reduce((sum, { seen }) => sum + seen.done, 0)).toBe(40);
    for (const { seen } of workers) expect(seen.done).toBeGreaterThanOrEqual(16);
  });

  test('long texts of many agents leave a place, where a short one is done at once', async () => {
    const { seen } = await startWorker(10_000, 4);
    const caller = await busOf('stay');
    const leaving = new AbortController();
    const options = { timeoutMs: 20_000, signal: leaving.signal };
    const long = () => caller.call(defragContext, { agent: randomUUID(), target: 'summary', content }, options);
    const taken = Array.from({ length: 3 }, () => long().catch(() => {}));
    await expect.poll(() => seen.running).toBe(3);
    await expect(long()).rejects.toMatchObject({ failure: expect.stringMatching(/^(busy|nobody)$/) });
    const short = caller.call(defragShort, { agent: randomUUID(), target: 'summary', content }, options).catch(() => {});
    await expect.poll(() => seen.running).toBe(4);
    leaving.abort();
    await Promise.all([...taken, short]);
  });

  test('a worker that stops gives its replies and takes nothing new', async () => {
    const [leaving, staying] = [await startWorker(300, 10), await startWorker(10, 10)];
    const caller = await busOf('stay');
    const refusals: string[] = [];
    const early = Array.from({ length: 10 }, (_, n) => ask(caller, n, refusals));
    await expect.poll(() => leaving.seen.running).toBeGreaterThan(0);
    const inHand = leaving.seen.running;
    const stopped = leaving.service.close();
    const late = Array.from({ length: 10 }, (_, n) => ask(caller, n, refusals));
    await Promise.all([...early, ...late, stopped]);
    expect(leaving.seen).toMatchObject({ done: inHand, running: 0, aborted: 0 });
    expect(leaving.seen.done + staying.seen.done).toBe(20);
  });

  test('the last worker goes on until nobody waits for a place any more', async () => {
    const only = await startWorker(100, 2, 'ai-worker', 30_000);
    const caller = await busOf('stay');
    const refusals: string[] = [];
    const asked = Array.from({ length: 10 }, (_, n) => ask(caller, n, refusals));
    await expect.poll(() => only.seen.running).toBe(2);
    const stopped = only.service.close();
    await Promise.all(asked);
    expect(only.seen).toMatchObject({ done: 10, aborted: 0 });
    await stopped;
    const after = caller.call(defragShort, { agent, target: 'summary', content }, { timeoutMs: 5_000 });
    await expect(after).rejects.toMatchObject({ failure: 'nobody' });
  });

  test('a worker leaves at once when another one is there, and when it has nothing to do', async () => {
    const [leaving, staying] = [await startWorker(200, 1, 'ai-worker', 600_000), await startWorker(1, 10)];
    const caller = await busOf('stay');
    const first = ask(caller, 0, []);
    await expect.poll(() => leaving.seen.running + staying.seen.done).toBe(1);
    await Promise.all([first, leaving.service.close()]);
    await staying.service.close();
    await (await startWorker(1, 1, 'ai-worker', 600_000)).service.close();
  });

  test('a caller that leaves, and a forget, end the job where it runs', async () => {
    const { seen } = await startWorker(10_000, 4);
    const caller = await busOf('stay');
    const leaving = new AbortController();
    const call = caller.call(defragShort, { agent, target: 'summary', content }, { timeoutMs: 20_000, signal: leaving.signal });
    await expect.poll(() => seen.running).toBe(1);
    leaving.abort();
    await expect(call).rejects.toMatchObject({ failure: 'aborted' });
    await expect.poll(() => seen.aborted).toBe(1);

    const second = caller.call(defragShort, { agent, target: 'summary', content }, { timeoutMs: 20_000 });
    const outcome = expect(second).rejects.toMatchObject({ failure: 'remote', code: 'unauthorized' });
    await expect.poll(() => seen.running).toBe(1);
    for await (const told of caller.broadcast(agentForgotten, { agent, key_hash: keyHash }, { timeoutMs: 2_000 })) {
      expect(told).toEqual({ service: 'ai-worker', deleted: {}, left: 0 });
      break;
    }
    await outcome;
    expect(seen.aborted).toBe(2);
  });

  test('are listed by the discovery of NATS services, with what they did', async () => {
    const name = `ai-worker-${randomUUID().slice(0, 8)}`;
    await startWorker(1, 4, name);
    const caller = await busOf('stay');
    await caller.call(defragShort, { agent, target: 'summary', content }, { timeoutMs: 5_000 });
    const raw: NatsConnection = await connect(natsOptions(nats.url));
    ending.push(() => raw.close());
    const client = raw.services.client();
    const found = [];
    for await (const service of await client.stats(name)) found.push(service);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ name, version: '1.0.0', type: 'io.nats.micro.v1.stats_response' });
    const defrag = found[0]!.endpoints!.find((endpoint) => endpoint.subject === defragShort.subject);
    expect(defrag).toMatchObject({ queue_group: 'ai-worker', num_requests: 1, num_errors: 0 });
    for await (const info of await client.info(name)) expect(info.endpoints).toHaveLength(4);
    const pinged = [];
    for await (const found of await client.ping()) pinged.push(found.name);
    expect(pinged).toEqual(expect.arrayContaining([name, 'stay']));
  });
});
