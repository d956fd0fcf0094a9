import type { Agent } from '@rest-stop/contracts/agent.ts';
import { RateLimitedBody } from '@rest-stop/contracts/errors.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rateLimitedBody, rateLimitHeaders } from './rate-limit.ts';

const limits = { requests: 100, windowSeconds: 604_800 };
const at = (freesAtMs: number, nowMs: number, used = 100) => ({ kind: 'limited' as const, agent: {} as Agent, used, freesAtMs, nowMs });

test('a retry after the promised seconds comes at or after the promised time, and less than a second late', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 604_800_000 }), fc.integer({ min: 0, max: 4_000_000_000_000 }), (waitMs, nowMs) => {
      const body = RateLimitedBody.parse(rateLimitedBody(at(nowMs + waitMs, nowMs), limits));
      const returnsAtMs = nowMs + body.retry_after_seconds * 1_000;
      expect(returnsAtMs).toBeGreaterThanOrEqual(Date.parse(body.retry_at));
      expect(returnsAtMs - Date.parse(body.retry_at)).toBeLessThan(1_000);
    }),
  );
});

test('the promise is never less than a second', () => {
  expect(rateLimitedBody(at(1_000, 1_000), limits).retry_after_seconds).toBe(1);
});

test('the headers never promise less than nothing', () => {
  expect(rateLimitHeaders(at(5_000, 1_000, 43), limits)).toEqual({
    'ratelimit-policy': '"visits";q=100;w=604800',
    ratelimit: '"visits";r=57;t=4',
  });
  expect(rateLimitHeaders(at(5_000, 1_000, 120), limits)['ratelimit']).toBe('"visits";r=0;t=4');
});
