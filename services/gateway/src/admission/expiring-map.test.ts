import { expect, test } from 'vitest';
import { ExpiringMap } from './expiring-map.ts';

test('values expire, and a sweep drops them though nobody asks', () => {
  const map = new ExpiringMap<string>(100, 10);
  map.set('old', 'a', 0);
  map.set('young', 'b', 50);
  expect([map.get('old', 99), map.get('old', 100)]).toEqual(['a', undefined]);
  map.set('old', 'a', 0);
  map.sweep(149);
  expect([map.size, map.get('young', 149)]).toEqual([2, 'b']);
  map.sweep(150);
  expect(map.size).toBe(0);
});

test('it never holds more than its maximum: the oldest makes room', () => {
  const map = new ExpiringMap<number>(100, 3);
  for (let i = 0; i < 5; i++) map.set(String(i), i, i);
  map.set('2', 22, 5);
  map.set('5', 5, 6);
  expect(map.entries().map(([key]) => key)).toEqual(['4', '2', '5']);
  expect(['2', '3', '4', '5'].map((key) => map.get(key, 6))).toEqual([22, undefined, 4, 5]);
});
