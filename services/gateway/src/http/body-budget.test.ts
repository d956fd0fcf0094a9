import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBodyBudget } from './body-budget.ts';

const kilobyte = 1_024;

test('large bodies leave a quarter of the room to small ones', () => {
  const budget = createBodyBudget(400 * kilobyte);
  const large = budget.open();
  expect(large.take(300 * kilobyte)).toBe(true);
  expect(large.take(1)).toBe(false);
  const smalls = [budget.open(), budget.open()];
  expect(smalls.map((small) => small.take(50 * kilobyte))).toEqual([true, true]);
  expect(budget.open().take(1)).toBe(false);
  smalls[0]?.release();
  expect(budget.open().take(50 * kilobyte)).toBe(true);
});

test('small bodies may use all of it', () => {
  const budget = createBodyBudget(400 * kilobyte);
  const taken = Array.from({ length: 10 }, () => budget.open().take(40 * kilobyte));
  expect(taken.filter(Boolean)).toHaveLength(9);
});

test('a body that grows beyond a small one leaves the room of the small ones', () => {
  const budget = createBodyBudget(400 * kilobyte);
  const growing = budget.open();
  for (let i = 0; i < 4; i++) expect(growing.take(60 * kilobyte)).toBe(true);
  expect(growing.fits(301 * kilobyte)).toBe(false);
  expect(growing.fits(300 * kilobyte)).toBe(true);
  const small = budget.open();
  expect(small.take(60 * kilobyte)).toBe(true);
  expect(budget.open().take(40 * kilobyte)).toBe(true);
});

test('whatever is taken and given back, no more is held than the budget, and all of it can be had again', () => {
  const step = fc.record({ body: fc.nat(5), bytes: fc.option(fc.nat(200 * kilobyte), { freq: 3 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const budget = createBodyBudget(400 * kilobyte);
      const bodies = Array.from({ length: 6 }, () => ({ room: budget.open(), held: 0 }));
      for (const { body, bytes } of steps) {
        const one = bodies[body] as (typeof bodies)[number];
        if (bytes === null) one.room.release();
        one.held = bytes === null ? 0 : one.held + (one.room.take(bytes) ? bytes : 0);
        expect(bodies.reduce((sum, { held }) => sum + held, 0)).toBeLessThanOrEqual(400 * kilobyte);
      }
      for (const { room } of bodies) room.release();
      expect(budget.open().fits(300 * kilobyte)).toBe(true);
    }),
  );
});
