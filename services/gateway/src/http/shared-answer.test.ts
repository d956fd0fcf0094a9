import { expect, test } from 'vitest';
import { sharedAnswer } from './shared-answer.ts';

function shared() {
  const state = { ms: 0, reads: 0, fails: false };
  const read = async () => {
    state.reads++;
    if (state.fails) throw new Error('away');
    return state.reads;
  };
  return { state, get: sharedAnswer(read, { maxAgeMs: 1_000, staleMs: 5_000, steady: () => state.ms }) };
}

test('whoever asks within a second gets the answer of one read', async () => {
  const { state, get } = shared();
  expect(new Set(await Promise.all(Array.from({ length: 500 }, get)))).toEqual(new Set([1]));
  state.ms = 999;
  expect(await get()).toBe(1);
  state.ms = 1_000;
  expect([await get(), state.reads]).toEqual([2, 2]);
});

test('a failure is answered with what was known, for a while, and costs no more reads than a success', async () => {
  const { state, get } = shared();
  expect(await get()).toBe(1);
  state.fails = true;
  state.ms = 1_000;
  expect(await Promise.all([get(), get(), get()])).toEqual([1, 1, 1]);
  expect(state.reads).toBe(2);
  state.ms = 5_000;
  const refused = await Promise.allSettled([get(), get(), get()]);
  expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(state.reads).toBe(3);
  state.fails = false;
  state.ms = 6_000;
  expect(await get()).toBe(4);
});
