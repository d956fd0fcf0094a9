import * as fake from '@rest-stop/testing/fake-ai.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Harness, providerEngineFor } from '../../test/provider-engine.ts';

const slowWord = 'glacier';
const answered = 'The build is green.';
const never = new AbortController().signal;

/** Never answers what speaks of glaciers, and everything else at once. */
const slowForSome: fake.Script = (response, call, number) => {
  if (!JSON.stringify(call.body).includes(slowWord)) void fake.answer(answered)(response, call, number);
};

let ai: fake.FakeAi;
let harness: Harness;
beforeEach(async () => {
  ai = await fake.startFakeAi(slowForSome);
});
afterEach(async () => {
  await harness.close();
  await ai.close();
});

async function start(times: Parameters<typeof providerEngineFor>[1]): Promise<void> {
  harness = await providerEngineFor({ OPENAI_BASE_URL: ai.baseUrl }, times);
}

type Told = { code: string; details: { retryAfterSeconds?: number } };
const ask = (what: string) =>
  harness.engine
    .compress({ content: `The build about ${what} is green since yesterday.`, target: 'summary' }, never, Date.now() + 60_000)
    .then(
      ({ compressed }) => compressed,
      (error: Told) => error,
    );

describe('inputs of one agent that are answered too slowly', () => {
  test('leave all others alone: no error and no open circuit', async () => {
    await start({ attemptMs: 2_000, jobMs: 6_000, leastAttemptMs: 200, breakAfter: 3, breakForMs: 60_000 });
    const slow = Promise.all(Array.from({ length: 12 }, () => ask(slowWord)));
    const others: unknown[] = [];
    let ended = false;
    void slow.finally(() => (ended = true));
    while (!ended) {
      // With nothing of the others between two time-outs, many of those come in a row.
      await sleep(2_200);
      others.push(...(await Promise.all(Array.from({ length: 9 }, (_, i) => ask(`project ${i}`)))));
    }
    expect(await slow).toEqual(Array.from({ length: 12 }, () => expect.objectContaining({ code: 'ai_error' })));
    expect(new Set(others)).toEqual(new Set([answered]));
  });

  test('cost one short question where several came in a row', async () => {
    await start({ attemptMs: 300, leastAttemptMs: 60_000, breakAfter: 3, breakForMs: 600_000 });
    for (let i = 0; i < 6; i++) await ask(slowWord);
    const asked = () => ai.calls.filter(({ body }) => !JSON.stringify(body).includes(slowWord));
    await expect.poll(() => asked().length).toBeGreaterThanOrEqual(1);
    const questions = asked();
    expect(questions.length).toBeLessThanOrEqual(2);
    for (const { body } of questions) expect(JSON.stringify(body).length).toBeLessThan(300);
    // A busy machine may be later than an attempt; an open circuit would refuse for ten minutes.
    await expect.poll(() => ask('gardens')).toBe(answered);
  });
});

describe('a server that answers nobody', () => {
  test('opens the circuit when the short question fails, too: 503 with the time until the next one', async () => {
    ai.play(fake.silent);
    await start({ attemptMs: 50, jobMs: 400, leastAttemptMs: 50, probeMs: 50, breakAfter: 2, breakForMs: 20_000 });
    expect(await ask('gardens')).toMatchObject({ code: 'ai_error' });
    await expect.poll(() => ask('gardens')).toMatchObject({ code: 'unavailable' });
    const sent = ai.calls.length;
    const told = (await ask('gardens')) as Told;
    expect(told).toMatchObject({ code: 'unavailable' });
    expect(told.details.retryAfterSeconds).toBeGreaterThanOrEqual(1);
    expect(told.details.retryAfterSeconds).toBeLessThanOrEqual(20);
    expect(ai.calls).toHaveLength(sent);
  });

  test('is tried by the short question, not by the next input: who waits for it waits no longer than that', async () => {
    ai.play(fake.failure(500));
    await start({ attemptMs: 1_000, jobMs: 2_000, leastAttemptMs: 50, probeMs: 5_000, breakAfter: 1, breakForMs: 50 });
    await ask(slowWord);
    await expect.poll(() => ask(slowWord)).toMatchObject({ code: 'unavailable' });
    ai.play(slowForSome);
    await sleep(100);
    const slow = ask(slowWord);
    await expect.poll(() => ask('gardens')).toBe(answered);
    // Unavailable where it came while the question was under way.
    expect(['ai_error', 'unavailable']).toContain(((await slow) as Told).code);
  });
});

describe('a second try', () => {
  test.each([
    { name: 'is made while it has as much time as the first took', jobMs: 4_000, calls: 2 },
    { name: 'is not made when it has less', jobMs: 500, calls: 1 },
  ])('after a time-out $name', async ({ jobMs, calls }) => {
    await start({ attemptMs: 300, jobMs, leastAttemptMs: 10 });
    expect(await ask(slowWord)).toMatchObject({ code: 'ai_error' });
    expect(ai.calls).toHaveLength(calls);
  });
});
