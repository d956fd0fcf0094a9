import { expect, test } from 'vitest';
import { slotOf } from './key-slot.ts';
import { keysOf } from './scripts.ts';

// The first two from the Redis Cluster specification, the others from CLUSTER KEYSLOT of a server.
test.each([
  ['123456789', 0x31c3],
  ['{user1000}.following', 3443],
  ['foo', 12182],
  ['foo{}{bar}', 8363],
  ['foo{{bar}}zap', 4015],
  ['', 0],
])('the slot of %j is %i', (key, slot) => {
  expect(slotOf(key)).toBe(slot);
});

test('all records of one key are in one slot', () => {
  expect(new Set(keysOf('0123456789abcdef'.repeat(4)).map(slotOf)).size).toBe(1);
});
