import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { within, withinAwake } from './within.ts';

const late = () => new Error('late');
const never = () => new Promise<string>(() => {});

function standStill(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test.each([
  ['within', within],
  ['withinAwake', withinAwake],
])('%s: what comes in time is handed over, what does not is given up, what fails fails', async (_, bounded) => {
  expect(await bounded(5_000, Promise.resolve('answer'), late)).toBe('answer');
  await expect(bounded(50, never(), late)).rejects.toThrow('late');
  await expect(bounded(5_000, Promise.reject(new Error('broken')), late)).rejects.toThrow('broken');
});

test('time in which the process stood still is not held against the other side', async () => {
  const answer = async () => {
    await sleep(1_200);
    return 'answer';
  };
  const [impatient, patient] = [within(100, answer(), late), withinAwake(900, answer(), late)];
  standStill(500);
  await expect(impatient).rejects.toThrow('late');
  expect(await patient).toBe('answer');
});
