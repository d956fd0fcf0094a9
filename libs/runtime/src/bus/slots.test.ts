import { rpc } from '@rest-stop/contracts/rpc.ts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createLog } from '../log.ts';
import { memoryBus } from './memory.ts';
import { Slots } from './slots.ts';

describe('slots', () => {
  test('are taken until none is left; what finds none is counted', () => {
    const slots = new Slots(2);
    expect([slots.acquire(), slots.acquire(), slots.acquire()]).toEqual([true, true, false]);
    slots.release();
    expect(slots.acquire()).toBe(true);
    expect({ inUse: slots.inUse, refused: slots.refused }).toEqual({ inUse: 2, refused: 1 });
  });

  test('tell of becoming full and of becoming free, and of nothing between', () => {
    const slots = new Slots(2);
    const seen: boolean[] = [];
    const unwatch = slots.watch(() => seen.push(slots.isFree()));
    slots.acquire();
    slots.acquire();
    slots.acquire();
    slots.release();
    slots.release();
    expect(seen).toEqual([false, true]);
    unwatch();
    slots.acquire();
    slots.acquire();
    expect(seen).toHaveLength(2);
  });

  test('one holder alone gets half, and each that comes later finds one', () => {
    const slots = new Slots(8);
    const taken = (holder: string) => Array.from({ length: 9 }, () => slots.acquire(holder)).filter(Boolean).length;
    expect(['greedy', 'second', 'third', 'fourth', 'late'].map(taken)).toEqual([4, 2, 1, 1, 0]);
    slots.release('greedy');
    expect([slots.acquire('greedy'), slots.acquire('late')]).toEqual([false, true]);
  });

  test.each([1, 2, 3, 4, 8, 200])('of %i, some are free for others however many calls one holder makes, if there are two', (capacity) => {
    const slots = new Slots(capacity);
    for (let i = 0; i < 500; i++) slots.acquire('greedy');
    expect(slots.inUse).toBe(Math.ceil(capacity / 2));
    for (let left = slots.inUse; left > 0; left--) slots.release('greedy');
    expect([slots.inUse, slots.acquire('greedy')]).toEqual([0, true]);
  });

  test('that are reserved are left to calls of other subjects, and the share of a holder stays half', () => {
    const slots = new Slots(4);
    const seen: boolean[] = [];
    slots.watch(() => seen.push(slots.isFree(1)), 1);
    const takenWith = (reserve: number) => (holder: string) => slots.acquire(holder, reserve);
    expect(['one', 'one', 'one', 'two', 'three'].map(takenWith(1))).toEqual([true, true, false, true, false]);
    expect(['one', 'three', 'four'].map(takenWith(0))).toEqual([false, true, false]);
    slots.release('three');
    slots.release('two');
    expect(seen).toEqual([false, true]);
  });

  test('without a holder there is no share', () => {
    const slots = new Slots(4);
    expect(Array.from({ length: 5 }, () => slots.acquire())).toEqual([true, true, true, true, false]);
  });

  test('are shared by the subjects served with them, and given back when a call fails', async () => {
    const bus = memoryBus(createLog('test', 'silent'));
    const nothing = z.strictObject({});
    const [one, other] = [rpc('test.rpc.one.v1', nothing, nothing), rpc('test.rpc.other.v1', nothing, nothing)];
    const slots = new Slots(1);
    let fail!: (error: Error) => void;
    bus.serve(one, { queue: 'q', slots }, () => new Promise((_, reject) => (fail = reject)));
    bus.serve(other, { queue: 'q', slots }, async () => ({}));
    const first = bus.call(one, {}, { timeoutMs: 5_000 });
    await expect(bus.call(other, {}, { timeoutMs: 5_000 })).rejects.toMatchObject({ failure: 'busy' });
    fail(new Error('on purpose'));
    await expect(first).rejects.toMatchObject({ failure: 'remote', code: 'internal_error' });
    expect(await bus.call(other, {}, { timeoutMs: 5_000 })).toEqual({});
  });
});
