import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { read } from '../src/index.ts';
import { beehives } from './small-contexts.ts';

test('a reading leaves turns to what else waits for its thread', async () => {
  let isRead = false;
  const reading = read(beehives.repeat(20)).then(() => (isRead = true));
  let turns = 0;
  while (!isRead) {
    await nextTurn();
    turns++;
  }
  await reading;
  expect(turns).toBeGreaterThan(4);
});
