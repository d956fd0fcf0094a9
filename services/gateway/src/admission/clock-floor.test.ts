import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clockFloor } from './clock-floor.ts';

const hour = 3_600_000;

function at(startMs: number) {
  const time = { ms: 0 };
  return { time, trueMs: () => startMs + time.ms, ...clockFloor(() => time.ms) };
}

test('a clock that was never heard has no floor', () => {
  expect(at(5 * hour).ms()).toBe(0);
});

test('a clock that is set back is held to what it must be by now, to a second and a thousandth of the time since', () => {
  const { time, trueMs, ms, observe } = at(5 * hour);
  observe(trueMs());
  for (const elapsed of [0, 1_000, 60_000, hour]) {
    time.ms = elapsed;
    observe(trueMs() - hour);
    expect(ms()).toBeLessThanOrEqual(trueMs());
    expect(ms()).toBeGreaterThanOrEqual(trueMs() - 1_001 - elapsed / 1_000);
  }
});

test('a clock that is set forward is believed', () => {
  const { trueMs, ms, observe } = at(5 * hour);
  observe(trueMs());
  observe(trueMs() + hour);
  expect(ms()).toBe(trueMs() + hour - 1_000);
});

test('a time that is more than a day ahead of the own clock no longer holds, and a day less does', () => {
  for (const [aheadMs, holds] of [
    [23 * hour, true],
    [26 * hour, false],
  ] as const) {
    const time = { ms: 0 };
    const trueMs = () => 1_000 * hour + time.ms;
    const { ms, observe } = clockFloor(() => time.ms, trueMs);
    observe(trueMs());
    observe(trueMs() + aheadMs);
    time.ms = hour;
    observe(trueMs());
    expect(ms() > trueMs()).toBe(holds);
  }
});

test('the own clock is not moved by being set back, and is by being set forward', () => {
  const time = { ms: 0, set: 0 };
  const { own } = clockFloor(
    () => time.ms,
    () => 1_000 * hour + time.ms + time.set,
  );
  time.ms = hour;
  time.set = -500 * hour;
  expect(own()).toBe(1_001 * hour);
  time.set = 2 * hour;
  expect(own()).toBe(1_003 * hour);
});

test('an honest clock is never contradicted, however late its answers come and however long nobody asks', () => {
  const step = fc.record({ waitMs: fc.integer({ min: 0, max: 30 * hour }), lateMs: fc.integer({ min: 0, max: 5_000 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 50 }), fc.integer({ min: -900, max: 900 }), (steps, driftPpm) => {
      const { time, ms, observe } = at(0);
      const server = () => 5 * hour + time.ms * (1 + driftPpm / 1_000_000);
      for (const { waitMs, lateMs } of steps) {
        time.ms += waitMs;
        expect(ms()).toBeLessThanOrEqual(server());
        const said = server();
        time.ms += lateMs;
        observe(Math.floor(said));
      }
    }),
  );
});
