import { randomUUID } from 'node:crypto';
import { composeLecture, defragContext, defragShort, describeEngine } from '@rest-stop/contracts/ai-worker.ts';
import { agentForgotten } from '@rest-stop/contracts/identity.ts';
import { findSeminar } from '@rest-stop/contracts/seminars/catalogue.ts';
import type { Bus } from '@rest-stop/runtime/bus/bus.ts';
import { memoryBus } from '@rest-stop/runtime/bus/memory.ts';
import type { Service } from '@rest-stop/runtime/service.ts';
import * as fake from '@rest-stop/testing/fake-ai.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { agent, keyHash, log, otherAgent } from '../test/bus-worker.ts';
import { type Harness, providerEngineFor } from '../test/provider-engine.ts';
import { aiWorkerApp } from './app.ts';
import { offlineEngine } from './offline-engine/engine.ts';
import { startReadings } from './reading/pool.ts';

const content = 'The build broke at 09:12. Never push to main. Please find out why the build broke.';
const seminar = findSeminar('lost-constraints')!;
const within = { timeoutMs: 10_000 };

let ai: fake.FakeAi;
let bus: Bus;
let service: Service;
let harness: Harness;

async function start(script: fake.Script, capacity = 4): Promise<void> {
  ai = await fake.startFakeAi(script);
  harness = await providerEngineFor({ OPENAI_BASE_URL: ai.baseUrl }, { attemptMs: 8_000, jobMs: 9_000 });
  bus = memoryBus(log);
  service = aiWorkerApp({ bus, log, engine: harness.engine, capacity, registry: harness.registry });
}
const defrag = (signal?: AbortSignal, who = agent) =>
  bus.call(defragShort, { agent: who, target: 'summary', content }, { ...within, signal });
const lecture = () => bus.call(composeLecture, { agent, agent_id: 'calm-otter', seminar }, within);
const metric = async (name: string) => {
  const shown = await harness.registry.metrics();
  return shown.split('\n').filter((line) => line.startsWith(name));
};

afterEach(async () => {
  await ai.close();
  await service.close();
  await service.http.close();
});

describe('a worker with a provider', () => {
  test('answers a defrag with the result and what it lost', async () => {
    await start(fake.answer('The build broke at 09:12. Never push to main. Asked: find out why.'));
    const { compressed, fidelity, credentials } = await defrag();
    expect(compressed).toContain('Never push to main.');
    expect(fidelity).toMatchObject({ rules: { lost: [] }, invented: 0 });
    expect(credentials).toEqual({ found: 0, kinds: [] });
  });

  test('answers a lecture', async () => {
    await start(fake.answer(fake.lectureText('calm-otter')));
    expect(await lecture()).toEqual({ transcript: fake.lectureText('calm-otter') });
  });

  test('says which engine it is', async () => {
    await start(fake.silent);
    expect(await bus.call(describeEngine, {}, within)).toEqual({ engine: 'openai', model: 'fake', max_content_chars: 120_000 });
  });

  test('tells the caller of a failing provider with a code, and of a reached limit with a time', async () => {
    await start(fake.failure(500));
    await expect(defrag()).rejects.toMatchObject({ failure: 'remote', code: 'ai_error' });
    await expect(lecture()).rejects.toMatchObject({ failure: 'remote', code: 'ai_error' });
  });

  test('has no more jobs in hand than its capacity, whichever kind they are, but still describes itself', async () => {
    await start(fake.silent, 2);
    const leaving = new AbortController();
    const jobs = [defrag(leaving.signal).catch(() => {}), lecture().catch(() => {})];
    await expect.poll(() => ai.calls.length).toBe(2);
    await expect(defrag()).rejects.toMatchObject({ failure: 'busy' });
    await expect(lecture()).rejects.toMatchObject({ failure: 'busy' });
    await bus.call(describeEngine, {}, within);
    expect(await metric('rest_stop_ai_jobs')).toEqual([
      'rest_stop_ai_jobs_in_flight 2',
      'rest_stop_ai_jobs_capacity 2',
      'rest_stop_ai_jobs_refused_total 2',
    ]);
    leaving.abort();
    await jobs[0];
    await expect
      .poll(() => metric('rest_stop_ai_jobs_total'))
      .toEqual(['rest_stop_ai_jobs_total{operation="defrag",outcome="given_up"} 1']);
    ai.play(fake.answer('Room again. Never push to main.'));
    await vi.waitFor(() => defrag(), 60_000);
    await ai.close();
    await jobs[1];
  });
});

test('while long texts wait for the provider, a short one and a lecture find a place; with one place there is none to keep', async () => {
  for (const [capacity, most] of [
    [4, 3],
    [1, 1],
  ] as const) {
    await start(fake.silent, capacity);
    const leaving = new AbortController();
    const long = () => bus.call(defragContext, { agent: randomUUID(), target: 'summary', content }, { ...within, signal: leaving.signal });
    const jobs = Array.from({ length: most }, () => long().catch(() => {}));
    await expect.poll(() => ai.calls.length).toBe(most);
    await expect(long()).rejects.toMatchObject({ failure: 'busy' });
    if (capacity > most) {
      ai.play(fake.answer('Short. Never push to main.'));
      expect((await defrag()).compressed).toContain('Short.');
      ai.play(fake.answer(fake.lectureText('calm-otter')));
      expect(await lecture()).toHaveProperty('transcript');
    }
    leaving.abort();
    await Promise.all(jobs);
    if (capacity > most) for (const part of [ai, service, service.http]) await part.close();
  }
});

describe('a job ends at the provider, too', () => {
  beforeEach(() => start(fake.silent));

  test('when its caller leaves', async () => {
    const leaving = new AbortController();
    const call = defrag(leaving.signal);
    await expect.poll(() => ai.calls.length).toBe(1);
    leaving.abort();
    await expect(call).rejects.toMatchObject({ failure: 'aborted' });
    await expect.poll(() => ai.calls[0]!.aborted).toBe(true);
    expect(ai.calls).toHaveLength(1);
  });

  test('when its agent is forgotten; the job of another goes on', async () => {
    const mine = defrag();
    const mineToo = lecture();
    const other = defrag(undefined, otherAgent);
    const outcome = Promise.allSettled([mine, mineToo]);
    await expect.poll(() => ai.calls.length).toBe(3);
    const confirmations = [];
    for await (const told of bus.broadcast(agentForgotten, { agent, key_hash: keyHash }, { timeoutMs: 5_000 })) confirmations.push(told);
    expect(confirmations).toEqual([{ service: 'ai-worker', deleted: {}, left: 0 }]);
    expect(await outcome).toMatchObject([{ reason: { code: 'unauthorized' } }, { reason: { code: 'unauthorized' } }]);
    await expect.poll(() => ai.calls.filter((call) => call.aborted).length).toBe(2);
    expect(await metric('rest_stop_ai_jobs_in_flight')).toEqual(['rest_stop_ai_jobs_in_flight 1']);
    await ai.close();
    await expect(other).rejects.toMatchObject({ code: 'ai_error' });
  });
});

describe('the HTTP port', () => {
  test('answers probes; the metrics hold nothing of any text', async () => {
    await start(fake.answer('The build broke at 09:12. Never push to main. Find out why.'));
    await defrag();
    ai.play(fake.failure(429, { 'retry-after': '3600' }));
    await defrag().catch(() => {});
    await lecture().catch(() => {});
    expect(await metric('rest_stop_ai_jobs_total')).toEqual([
      'rest_stop_ai_jobs_total{operation="defrag",outcome="ok"} 1',
      'rest_stop_ai_jobs_total{operation="defrag",outcome="ai_error"} 1',
      'rest_stop_ai_jobs_total{operation="lecture",outcome="ai_error"} 1',
    ]);
    expect((await service.http.inject('/livez')).statusCode).toBe(200);
    expect((await service.http.inject('/readyz')).statusCode).toBe(200);
    const labels = 'gen_ai_operation_name="chat",gen_ai_request_model="fake",gen_ai_provider_name="openai_compatible"';
    expect(await metric('gen_ai_client_operation_duration_seconds_count')).toEqual([
      `gen_ai_client_operation_duration_seconds_count{${labels}} 1`,
      `gen_ai_client_operation_duration_seconds_count{${labels},error_type="http_429"} 2`,
    ]);
    expect(await metric('gen_ai_client_token_usage_sum')).toEqual([
      `gen_ai_client_token_usage_sum{${labels},gen_ai_token_type="input"} 100`,
      `gen_ai_client_token_usage_sum{${labels},gen_ai_token_type="output"} 20`,
    ]);
    expect(await harness.registry.metrics()).not.toMatch(/build|main|otter|canary|secret/);
  });

  test('answers nothing else without the gateway’s signature', async () => {
    await start(fake.silent);
    expect((await service.http.inject({ method: 'POST', url: '/defrag' })).statusCode).toBe(401);
  });
});

describe('stopping', () => {
  test('takes no new job and finishes those in hand', async () => {
    await start(fake.late(200, fake.answer('Finished. Never push to main. Why it broke.')));
    const job = defrag();
    await expect.poll(() => ai.calls.length).toBe(1);
    const stopped = service.close();
    await expect(lecture()).rejects.toMatchObject({ failure: 'nobody' });
    expect((await job).compressed).toContain('Finished.');
    await stopped;
  });
});

test('the offline engine answers the same calls', async () => {
  await start(fake.silent);
  const offline = memoryBus(log);
  const readings = await startReadings({ threads: 1, queue: 2 }, log);
  const app = aiWorkerApp({ bus: offline, log, engine: offlineEngine(readings), capacity: 2 });
  const { compressed } = await offline.call(defragShort, { agent, target: 'constraints', content }, within);
  expect(JSON.stringify(compressed)).toContain('Never push to main');
  const { transcript } = await offline.call(composeLecture, { agent, agent_id: 'calm-otter', seminar }, within);
  expect(transcript).toContain('calm-otter');
  expect(await offline.call(describeEngine, {}, within)).toEqual({ engine: 'offline', model: 'extractive', max_content_chars: 120_000 });
  expect(ai.calls).toHaveLength(0);
  await app.close();
  await readings.close();
});
