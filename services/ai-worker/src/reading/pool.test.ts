import { setImmediate as nextTurn } from 'node:timers/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { limits } from '@rest-stop/contracts/limits.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { log } from '../../test/bus-worker.ts';
import { type Readings, startReadings } from './pool.ts';

const password = 'hunter2-of-Ines';
const tiny = `We move the cache to Redis. Never restart it before 18:00 UTC. The password is "${password}". Please raise the limit to 512 MB.`;
const line =
  'We moved the cache, because the old one lost writes twice. Never restart it before 18:00 UTC. The limit is 512 MB in conf/cache.yaml. ';
const longest = line.repeat(limits.defragMaxChars / line.length).slice(0, limits.defragMaxChars);

const long = line.repeat(100);

const nobodyLeaves = new AbortController().signal;

describe('one thread for long texts, one for short ones', () => {
  let readings: Readings;
  beforeAll(async () => {
    readings = await startReadings({ threads: 1, queue: 2 }, log);
  });
  afterAll(() => readings.close());
  const compress = (content: string, signal = nobodyLeaves) => readings.compress({ content, target: 'handoff' }, signal);

  test('compresses, verifies and counts credentials, none of which is repeated', async () => {
    const { compressed, fidelity, credentials } = await compress(tiny);
    expect(compressed).toHaveProperty('do_not_repeat');
    expect(fidelity.last_request).toMatchObject({ found: 1, kept: 1 });
    expect(credentials).toEqual({ found: 1, kinds: ['password'] });
    expect(JSON.stringify({ compressed, fidelity })).not.toContain(password);
  });

  test('leaves the event loop free while it works on the longest content', async () => {
    const delays = monitorEventLoopDelay({ resolution: 1 });
    delays.enable();
    let turns = 0;
    let working = true;
    const job = compress(longest).finally(() => (working = false));
    for (; working; turns++) await nextTurn();
    delays.disable();
    await job;
    expect(turns).toBeGreaterThan(100);
    // The work itself takes several times as long as this generous bound for a busy machine.
    expect(delays.percentile(50) / 1e6).toBeLessThan(20);
  });

  test('reads a short text beside long ones, and not after them', async () => {
    const order: string[] = [];
    const ended = (name: string) => () => void order.push(name);
    await Promise.all([compress(longest).then(ended('long')), compress(longest).then(ended('long')), compress(tiny).then(ended('short'))]);
    expect(order).toEqual(['short', 'long', 'long']);
  });

  test('an abort ends the work at once, and the next job gets a fresh thread', async () => {
    const leaving = new AbortController();
    const job = compress(longest, leaving.signal);
    await nextTurn();
    leaving.abort();
    let turns = 0;
    const refused = job.catch((error: unknown) => error);
    for (let ended = false; !ended; turns++) ended = await Promise.race([refused.then(() => true), nextTurn(false)]);
    expect(await refused).toMatchObject({ name: 'ApiError', code: 'ai_error' });
    expect(turns).toBeLessThan(10);
    await compress(tiny);
  });

  test('a job that left while it waited takes no turn from the next', async () => {
    const leaving = new AbortController();
    const jobs = [compress(longest), compress(longest, leaving.signal), compress(tiny)];
    leaving.abort();
    const ended = await Promise.allSettled(jobs);
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  test('refuses more jobs than may wait', async () => {
    const ended = await Promise.allSettled(Array.from({ length: 5 }, () => compress(tiny)));
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected']);
    expect(ended[4]).toMatchObject({ reason: { code: 'unavailable', details: { retryAfterSeconds: 1 } } });
  });

  test('keeps a reading for the results that come later, and masks what they repeat', async () => {
    const reading = readings.open(tiny);
    const kept = await reading.check(`Never restart it before 18:00 UTC. It is ${password}.`, nobodyLeaves);
    expect(kept.compressed).toBe('Never restart it before 18:00 UTC. It is [credential: password].');
    expect(kept).toMatchObject({ lost: [], credentials: { found: 1 } });
    expect((await reading.check('Restart it.', nobodyLeaves)).lost).toEqual(['Never restart it before 18:00 UTC.']);
    await reading.close();
    await expect(reading.check('Restart it.', nobodyLeaves)).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('a check ends when its job is aborted', async () => {
    const reading = readings.open(longest);
    await expect(reading.check('Restart it.', AbortSignal.abort())).rejects.toMatchObject({ code: 'ai_error' });
    await reading.close();
  });

  test('a reading that went with its thread is an error, and the next one is made', async () => {
    const reading = readings.open(long);
    await reading.check('Restart it.', nobodyLeaves);
    const leaving = new AbortController();
    const job = compress(longest, leaving.signal);
    await nextTurn();
    leaving.abort();
    await expect(job).rejects.toThrow();
    await expect(reading.check('Restart it.', nobodyLeaves)).rejects.toMatchObject({ code: 'unavailable' });
    await compress(tiny);
  });
});

test('a content that needs more memory than a thread has is an ai_error, and work goes on', async () => {
  const readings = await startReadings({ threads: 1, queue: 2, memoryMb: 40 }, log);
  const job = (content: string) => readings.compress({ content, target: 'handoff' }, nobodyLeaves);
  await expect(job(longest.repeat(40))).rejects.toMatchObject({ name: 'ApiError', code: 'ai_error' });
  expect((await job(tiny)).fidelity.last_request.kept).toBe(1);
  await readings.close();
});
