import { once } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withTimeLimit } from './time-limit.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('work that takes too long is told so', async () => {
  const work = withTimeLimit(1_000, async (timeUp) => once(timeUp, 'abort').then(() => 'told'));
  await vi.advanceTimersByTimeAsync(1_100);
  expect(await work).toBe('told');
});

test('work that has ended is not told later, nor is anybody who listened for it', async () => {
  const signals: AbortSignal[] = [];
  const work = async (timeUp: AbortSignal): Promise<void> => void signals.push(timeUp);
  await withTimeLimit(1_000, work);
  await expect(withTimeLimit(1_000, (timeUp) => work(timeUp).then(() => Promise.reject(new Error('failed'))))).rejects.toThrow('failed');
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
});
