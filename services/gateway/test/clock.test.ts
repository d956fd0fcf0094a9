import { randomUUID } from 'node:crypto';
import { describeWith } from '@rest-stop/testing/servers/suites.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RedisConnection } from '../src/admission/redis-connection.ts';
import { type Clocks, redisVisitLog } from '../src/admission/redis-visit-log.ts';
import { knownKey } from './behaviours.ts';
import { patientRedis } from './harness.ts';

const startMs = Date.parse('2026-01-01T00:00:00.000Z');
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365 * day;
const limits = { requests: 5, windowSeconds: 7_200 };
const windowMs = limits.windowSeconds * 1_000;

/** How much later the next visit comes, and how far from the true time the server's clock is from then on. */
type Step = { waitMs: number; offsetMs: number };

const atOnce = (times: number, offsetMs: number) => Array.from({ length: times }, (): Step => ({ waitMs: 0, offsetMs }));
const waits = fc.constantFrom(0, 1, 1_000, 10 * minute, 50 * minute, 59 * minute, hour, 2 * hour - 1, 2 * hour);
const stepsOf = (...offsets: number[]) =>
  fc.array(fc.record({ waitMs: waits, offsetMs: fc.constantFrom(...offsets) }), { minLength: 20, maxLength: 60 });

/**
 * How much earlier than the limit's window a visit may leave it when the clock was set back: a second, and a thousandth of the time since
 * the gateway last saw the right time. Of two gateways that take turns, one may never see it again. One more second is for rounding.
 */
function slackMs(steps: readonly Step[]): number {
  const rightAt: [number, number] = [0, 0];
  let [trueMs, longest] = [0, 0];
  for (const [i, { waitMs, offsetMs }] of steps.entries()) {
    const gateway = (i % 2) as 0 | 1;
    trueMs += waitMs;
    longest = Math.max(longest, trueMs - rightAt[gateway]);
    if (offsetMs >= 0) rightAt[gateway] = trueMs;
  }
  return 1_000 + longest / 1_000 + 1_000;
}

/** The most visits in any stretch of true time that is shorter than the limit's window by `lessMs`. */
function mostWithin(admittedAt: readonly number[], lengthMs: number): number {
  return Math.max(0, ...admittedAt.map((end) => admittedAt.filter((at) => at <= end && at > end - lengthMs).length));
}

describeWith(['redis'], 'under a server clock that is set', ({ redis }) => {
  let connection: RedisConnection;
  beforeAll(async () => {
    connection = await patientRedis(redis.url);
  });
  afterAll(() => connection?.close());

  /** Lets two gateways take turns, whose own clocks are right. Answers the true times at which visits were admitted. */
  async function admittedAt(steps: readonly Step[], witness: (trueMs: () => number) => Clocks['steady'] = (trueMs) => trueMs) {
    const server = { trueMs: startMs, offsetMs: 0 };
    const wall = () => server.trueMs;
    const clocks = { now: () => server.trueMs + server.offsetMs, steady: witness(() => server.trueMs) as () => number, wall };
    const gateways = [redisVisitLog(connection, limits, clocks), redisVisitLog(connection, limits, clocks)] as const;
    const keyHash = await knownKey(gateways[0]);
    const warming = await knownKey(gateways[0]);
    for (const gateway of gateways) await gateway.admit(warming, randomUUID());
    const admitted: number[] = [];
    for (const [i, { waitMs, offsetMs }] of steps.entries()) {
      server.trueMs += waitMs;
      server.offsetMs = offsetMs;
      const visit = await gateways[(i % 2) as 0 | 1].admit(keyHash, randomUUID());
      if (visit.kind === 'admitted') admitted.push(server.trueMs);
    }
    return admitted;
  }

  test('back by an hour and right again, any number of times, no true window holds more than the limit', async () => {
    await fc.assert(
      fc.asyncProperty(stepsOf(0, -hour, -10 * minute), async (steps) => {
        expect(mostWithin(await admittedAt(steps), windowMs - slackMs(steps))).toBeLessThanOrEqual(limits.requests);
      }),
      { numRuns: 25 },
    );
  });

  test('forward by an hour it frees room by so much too early, and by no more', async () => {
    await fc.assert(
      fc.asyncProperty(stepsOf(0, -hour, hour), async (steps) => {
        expect(mostWithin(await admittedAt(steps), windowMs - hour - slackMs(steps))).toBeLessThanOrEqual(limits.requests);
      }),
      { numRuns: 25 },
    );
  });

  test('back by a year, no window holds more than the limit, nor at a gateway that was started meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(stepsOf(0, -hour, -year), async (steps) => {
        expect(mostWithin(await admittedAt(steps), windowMs - slackMs(steps))).toBeLessThanOrEqual(limits.requests);
      }),
      { numRuns: 25 },
    );
    const server = { trueMs: startMs, offsetMs: 0 };
    const started = () =>
      redisVisitLog(connection, limits, {
        now: () => server.trueMs + server.offsetMs,
        steady: () => server.trueMs,
        wall: () => server.trueMs,
      });
    const keyHash = await knownKey(started());
    for (let i = 0; i < limits.requests; i++) await started().admit(keyHash, randomUUID());
    for (const offsetMs of [-year, 0]) {
      server.offsetMs = offsetMs;
      expect((await started().admit(keyHash, randomUUID())).kind).toBe('limited');
    }
  });

  test('forward by up to a year and right again, nobody is held up for more than a day over the window', async () => {
    const offsets = fc.constantFrom(0, -hour, 23 * hour, 25 * hour, 30 * day, year);
    const steps = fc.array(fc.record({ waitMs: waits, offsetMs: offsets, gateway: fc.nat(2) }), { minLength: 10, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(steps, async (wrong) => {
        const server = { trueMs: startMs, offsetMs: 0 };
        const clocks = { now: () => server.trueMs + server.offsetMs, steady: () => server.trueMs, wall: () => server.trueMs };
        const gateways = Array.from({ length: 3 }, () => redisVisitLog(connection, limits, clocks));
        const keyHash = await knownKey(redisVisitLog(connection, limits, clocks));
        const right = Array.from({ length: 6 }, (_, gateway) => ({ waitMs: 1, offsetMs: 0, gateway: gateway % 3 }));
        for (const { waitMs, offsetMs, gateway } of [...wrong, ...right]) {
          server.trueMs += waitMs;
          server.offsetMs = offsetMs;
          const visit = await gateways[gateway]?.admit(keyHash, randomUUID());
          if (!visit || !('freesAtMs' in visit)) throw new Error(visit?.kind);
          if (offsetMs === 0) expect(visit.freesAtMs).toBeLessThanOrEqual(server.trueMs + windowMs + day);
        }
      }),
      { numRuns: 25 },
    );
  });

  test('back and right again: what was counted meanwhile is freed at its own time, not at the time the clock showed', async () => {
    const first = { waitMs: 0, offsetMs: 0 };
    const meanwhile = [{ waitMs: 50 * minute, offsetMs: -hour }, ...atOnce(3, -hour)];
    const right = [{ waitMs: windowMs - 40 * minute, offsetMs: 0 }, ...atOnce(6, 0)];
    const steps = [first, ...meanwhile, ...right];
    expect(await admittedAt(steps)).toHaveLength(6);
    // A gateway that has never seen the right time follows the server's clock, and admits the same visits too early.
    const unaware = await admittedAt(steps, () => () => 0);
    expect(mostWithin(unaware, windowMs - slackMs(steps))).toBeGreaterThan(limits.requests);
  });
});
