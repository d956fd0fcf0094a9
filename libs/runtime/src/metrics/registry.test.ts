import { expect, test } from 'vitest';
import { measureNow, Registry } from './registry.ts';

test('a figure that cannot be read is not a number, and the others are shown', async () => {
  const registry = new Registry();
  measureNow(registry, 'unread', 'Cannot be read.', () => Promise.reject(new Error('the database is away')));
  measureNow(registry, 'read', 'Can be read.', () => 7);
  const lines = (await registry.metrics()).split('\n');
  expect(lines).toEqual(expect.arrayContaining(['unread Nan', 'read 7']));
});
