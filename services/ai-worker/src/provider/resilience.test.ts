import * as fake from '@rest-stop/testing/fake-ai.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Harness, providerEngineFor } from '../../test/provider-engine.ts';
import { ProviderFailure } from './failure.ts';
import { Resilience, RetryBudget } from './resilience.ts';

const job = { content: 'The build is green since the lock file was renewed.', target: 'summary' } as const;
const good = fake.answer('The build is green.');
const never = new AbortController().signal;
const compress = ({ engine }: Harness) =>
  engine.compress(job, never, Date.now() + 60_000).then(
    ({ compressed }) => compressed,
    (error: { code: string }) => error.code,
  );

let first: fake.FakeAi;
let second: fake.FakeAi;
beforeEach(async () => {
  first = await fake.startFakeAi(good);
  second = await fake.startFakeAi(fake.answer('Green, says the second.'));
});
afterEach(async () => {
  await Promise.all([first.close(), second.close()]);
});

describe('an outage', () => {
  test('of 100 jobs, ten at a time, costs at most 1.1 calls a job, and fewer once the circuit is open', async () => {
    first.play(fake.failure(503));
    const harness = await providerEngineFor({ OPENAI_BASE_URL: first.baseUrl }, { breakAfter: 5, breakForMs: 60_000 });
    const outcomes = [];
    for (let i = 0; i < 10; i++) outcomes.push(...(await Promise.all(Array.from({ length: 10 }, () => compress(harness)))));
    expect(new Set(outcomes)).toEqual(new Set(['ai_error', 'unavailable']));
    expect(first.calls.length).toBeGreaterThanOrEqual(5);
    expect(first.calls.length).toBeLessThan(20);
  });

  test('that the circuit never sees costs at most 1.1 calls a job, too: retries have a budget', async () => {
    first.play(fake.failure(503));
    const harness = await providerEngineFor({ OPENAI_BASE_URL: first.baseUrl }, { breakAfter: 1_000, retryPauseMs: 1 });
    for (let i = 0; i < 100; i++) await compress(harness);
    expect(first.calls.length).toBeGreaterThan(100);
    expect(first.calls.length).toBeLessThanOrEqual(110);
  });

  test('that ends is noticed by one probe, and work goes on', async () => {
    first.play(fake.failure(500));
    const harness = await providerEngineFor({ OPENAI_BASE_URL: first.baseUrl }, { breakAfter: 2, breakForMs: 50 });
    await compress(harness);
    await sleep(100);
    first.play(fake.late(100, good));
    const seen = first.calls.length;
    const during = await Promise.all(Array.from({ length: 10 }, () => compress(harness)));
    expect(during.filter((outcome) => outcome === 'The build is green.')).toHaveLength(1);
    // The probe, and the one job that waited for it.
    expect(first.calls.length - seen).toBe(2);
    expect(await Promise.all([compress(harness), compress(harness)])).toEqual(['The build is green.', 'The build is green.']);
  });
});

describe('a second provider', () => {
  const env = () => ({
    OPENAI_BASE_URL: first.baseUrl,
    AI_FALLBACK_BASE_URL: second.baseUrl,
    AI_FALLBACK_MODEL: 'other-model',
    AI_FALLBACK_API_KEY: 'sk-second',
  });

  test('is not asked while the first answers', async () => {
    expect(await compress(await providerEngineFor(env()))).toBe('The build is green.');
    expect(second.calls).toHaveLength(0);
  });

  test('answers with its own model and key when the first fails', async () => {
    first.play(fake.failure(500));
    expect(await compress(await providerEngineFor(env()))).toBe('Green, says the second.');
    expect(second.calls[0]).toMatchObject({ body: { model: 'other-model' }, authorization: 'Bearer sk-second' });
  });

  test('answers without a call to the first while its circuit is open', async () => {
    first.play(fake.failure(500));
    const harness = await providerEngineFor(env(), { breakAfter: 2, breakForMs: 60_000 });
    await compress(harness);
    const before = first.calls.length;
    expect(await compress(harness)).toBe('Green, says the second.');
    expect(first.calls.length).toBe(before);
  });

  test('fails, too: ai_error', async () => {
    first.play(fake.failure(500));
    second.play(fake.raw('<html>'));
    expect(await compress(await providerEngineFor(env()))).toBe('ai_error');
  });
});

describe('the circuit', () => {
  const within = () => ({ signal: never, deadlineMs: Date.now() + 10_000 });
  const failing = (failure: unknown) => async () => {
    throw failure;
  };
  const circuit = (probe: () => Promise<void> = failing(new ProviderFailure('timeout'))) =>
    new Resilience({ retryPauseMs: 1, leastAttemptMs: 1, breakAfter: 3, breakForMs: 50 }, probe);
  const isOpen = async (resilience: Resilience) =>
    resilience.call(async () => false, within()).catch((error: ProviderFailure) => error.kind === 'circuit_open');
  const failTimes = async (resilience: Resilience, times: number, failure: unknown) => {
    for (let i = 0; i < times; i++) await resilience.call(failing(failure), within()).catch(() => {});
  };

  test.each([
    ['wrong credentials', new ProviderFailure('http', { status: 401 })],
    ['HTML instead of answers', new ProviderFailure('malformed')],
    ['attempts that take too long', new ProviderFailure('timeout')],
  ])('opens after %s', async (_name, failure) => {
    const resilience = circuit();
    await failTimes(resilience, 3, failure);
    expect(await isOpen(resilience)).toBe(true);
  });

  test.each([
    ['requests the server finds wrong', new ProviderFailure('http', { status: 400 })],
    ['refusals', new ProviderFailure('refusal')],
    ['answers cut off', new ProviderFailure('length')],
    ['callers that leave', new ProviderFailure('aborted')],
  ])('stays closed after %s', async (_name, failure) => {
    const resilience = circuit();
    await failTimes(resilience, 10, failure);
    expect(await isOpen(resilience)).toBe(false);
  });

  test('stays closed while the probe is answered, whatever fails', async () => {
    const resilience = circuit(async () => {});
    await failTimes(resilience, 10, new ProviderFailure('timeout'));
    expect(await isOpen(resilience)).toBe(false);
  });
});

describe('a pause before a retry', () => {
  test('ends when the caller leaves', async () => {
    const leaving = new AbortController();
    const resilience = new Resilience({ retryPauseMs: 60_000, leastAttemptMs: 1, breakAfter: 3, breakForMs: 50 }, async () => {});
    const call = resilience.call(
      async () => {
        setTimeout(() => leaving.abort(), 10);
        throw new ProviderFailure('http', { status: 503 });
      },
      { signal: leaving.signal, deadlineMs: Date.now() + 600_000 },
    );
    await expect(call).rejects.toMatchObject({ kind: 'aborted' });
  });
});

describe('the retry budget', () => {
  test('is three, or a tenth of the calls of the last minute', () => {
    const budget = new RetryBudget();
    const taken = (now: number) => Array.from({ length: 100 }, () => budget.takeRetry(now)).filter(Boolean).length;
    expect(taken(0)).toBe(3);
    expect(taken(59_999)).toBe(0);
    expect(taken(60_000)).toBe(3);
    for (let i = 0; i < 200; i++) budget.countCall(200_000);
    expect(taken(200_000)).toBe(20);
  });
});
