import { expect, test } from 'vitest';
import { Queue } from './queue.ts';

function drained<T>(queue: Queue<T>): T[] {
  const all: T[] = [];
  for (let one = queue.pop(); one !== undefined; one = queue.pop()) all.push(one);
  return all;
}

test('what is worth most comes first, of equals that which was pushed first', () => {
  const queue = new Queue<string>((word) => word.length);
  for (const word of ['a', 'ccc', 'bb', 'dd', 'eeee', 'f']) queue.push(word);
  expect(drained(queue)).toEqual(['eeee', 'ccc', 'bb', 'dd', 'a', 'f']);
});

test('what has fallen in worth since waits for its turn', () => {
  const worth = new Map(Array.from({ length: 50 }, (_, i) => [i, i]));
  const queue = new Queue<number>((one) => worth.get(one)!);
  for (const one of worth.keys()) queue.push(one);
  expect(queue.pop()).toBe(49);
  for (const one of worth.keys()) if (one % 2 === 0) worth.set(one, one - 100);
  const left = drained(queue);
  expect(left.slice(0, 24)).toEqual(Array.from({ length: 24 }, (_, i) => 47 - 2 * i));
  expect(left.slice(24)).toEqual(Array.from({ length: 25 }, (_, i) => 48 - 2 * i));
});
