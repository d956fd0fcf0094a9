import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { oneInEachTurn } from './turns.ts';

test('one begins in each turn, in the order of arrival', async () => {
  const turn = oneInEachTurn(10);
  const begun: number[] = [];
  for (let n = 0; n < 3; n++) void turn().then(() => begun.push(n));
  const seen: number[][] = [];
  while (begun.length < 3) {
    await nextTurn();
    seen.push([...begun]);
  }
  expect(seen.filter(({ length }) => length > 0)).toEqual([[0], [0, 1], [0, 1, 2]]);
});

test('more than may wait are refused, and pass again later', async () => {
  const turn = oneInEachTurn(2);
  const first = [turn(), turn()];
  await expect(turn()).rejects.toMatchObject({ code: 'unavailable', details: { retryAfterSeconds: 1 } });
  await Promise.all(first);
  await turn();
});
