import { RateLimitedBody } from '@rest-stop/contracts/errors.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limitRegistrations } from './limit.ts';

const startMs = Date.parse('2026-01-01T00:00:00.000Z');

function at(perMinute: number, perDay = 0) {
  const clock = { ms: 0 };
  return { clock, ...limitRegistrations({ perMinute, perDay }, { now: () => startMs + clock.ms, steady: () => clock.ms }) };
}

test('a client may register as often as the limit says at once, then one at a time', () => {
  const { clock, take } = at(60);
  for (let i = 0; i < 60; i++) expect(take('a')).toBeUndefined();
  const refused = RateLimitedBody.parse(take('a'));
  expect(refused).toEqual({
    error: 'rate_limited',
    limit: 60,
    window_seconds: 60,
    used: 60,
    retry_after_seconds: 1,
    retry_at: '2026-01-01T00:00:01.000Z',
  });
  clock.ms = 999;
  expect(take('a')).toBeDefined();
  clock.ms = 1_000;
  expect(take('a')).toBeUndefined();
  expect(take('a')).toBeDefined();
});

test('in a day a client may register no more often than that limit says, however slowly it goes', () => {
  const { clock, take, sweep } = at(10, 50);
  let registered = 0;
  for (let minute = 0; minute < 24 * 60; minute++) {
    for (let i = 0; i < 10; i++) if (take('a') === undefined) registered++;
    clock.ms += 60_000;
    sweep();
  }
  // The 50 in the bucket, and what came in over 1,439 minutes.
  expect(registered).toBe(99);
  take('a');
  const refused = take('a');
  expect(refused).toMatchObject({ limit: 50, window_seconds: 86_400, used: 50 });
  expect(refused?.retry_after_seconds).toBeGreaterThan(60);
  expect(take('b')).toBeUndefined();
});

test('what one limit refuses does not count for the other', () => {
  const { clock, take } = at(1, 2);
  expect(take('a')).toBeUndefined();
  for (let i = 0; i < 5; i++) expect(take('a')?.window_seconds).toBe(60);
  clock.ms = 60_000;
  expect(take('a')).toBeUndefined();
  clock.ms = 120_000;
  expect(take('a')?.window_seconds).toBe(86_400);
});

test('clients do not count for each other', () => {
  const { take } = at(1);
  expect(take('a')).toBeUndefined();
  expect(take('b')).toBeUndefined();
  expect(take('a')).toBeDefined();
});

test('0 means any number', () => {
  const { take } = at(0);
  for (let i = 0; i < 5_000; i++) expect(take('a')).toBeUndefined();
});

test('a wall clock that is set back locks nobody out', () => {
  let wallMs = startMs;
  const { take } = limitRegistrations({ perMinute: 1, perDay: 0 }, { now: () => wallMs, steady: () => 0 });
  take('a');
  wallMs -= 3_600_000;
  expect(take('a')?.retry_after_seconds).toBe(60);
});

test('any run of registrations is decided as by a bucket that fills drop by drop, and a retry when told passes', () => {
  const steps = fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 5, maxLength: 80 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), steps, (perMinute, waits) => {
      const { clock, take } = at(perMinute);
      let tokens = perMinute;
      for (const waitMs of waits) {
        clock.ms += waitMs;
        tokens = Math.min(perMinute, tokens + (waitMs * perMinute) / 60_000);
        const refused = take('a');
        // Closer to a whole token the result depends on the model's rounding.
        if (Math.abs(tokens - 1) > 1e-6) expect(refused === undefined).toBe(tokens >= 1);
        if (refused === undefined) tokens -= 1;
        if (refused) {
          const returnMs = refused.retry_after_seconds * 1_000;
          expect(tokens + (returnMs * perMinute) / 60_000).toBeGreaterThanOrEqual(1 - 1e-6);
        }
      }
    }),
  );
});
