import { describe, expect, it } from 'vitest';
import { sharedRead } from './shared-read.ts';

/** A read that lasts until the test ends it, and counts how often it was begun and how many were under way at once. */
function controlled() {
  const under = new Set<PromiseWithResolvers<number>>();
  const seen = { begun: 0, most: 0 };
  const read = async () => {
    const reading = Promise.withResolvers<number>();
    const number = ++seen.begun;
    under.add(reading);
    seen.most = Math.max(seen.most, under.size);
    await reading.promise.finally(() => under.delete(reading));
    return number;
  };
  const begun = async (times: number) => {
    while (seen.begun < times) await new Promise(setImmediate);
  };
  const end = (error?: Error) => {
    for (const reading of under) {
      if (error) reading.reject(error);
      else reading.resolve(0);
    }
  };
  return { read, seen, begun, end };
}

describe('a shared read', () => {
  it('answers everybody who comes before it begins, and those who come later by the next one', async () => {
    const { read, seen, begun, end } = controlled();
    const shared = sharedRead(read);
    const first = Array.from({ length: 50 }, () => shared.get());
    await begun(1);
    const later = Array.from({ length: 50 }, () => shared.get());
    end();
    expect(new Set(await Promise.all(first))).toEqual(new Set([1]));
    await begun(2);
    end();
    expect(new Set(await Promise.all(later))).toEqual(new Set([2]));
    expect(seen).toEqual({ begun: 2, most: 1 });
  });

  it('tells a failure to those who waited for it and to nobody else', async () => {
    const { read, begun, end } = controlled();
    const shared = sharedRead(read, { maxAgeMs: 60_000 });
    const failing = shared.get();
    await begun(1);
    end(new Error('down'));
    await expect(failing).rejects.toThrow('down');
    const next = shared.get();
    await begun(2);
    end();
    expect(await next).toBe(2);
  });

  it('leaves room between two reads, so that clients that come one after the other ask no more often', async () => {
    const { read, seen, begun, end } = controlled();
    const shared = sharedRead(read);
    const first = shared.get();
    await begun(1);
    end();
    await first;
    const second = shared.get();
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    expect(seen.begun).toBe(1);
    await begun(2);
    end();
    expect(await second).toBe(2);
  });

  it('is as old as `maxAgeMs` at most', async () => {
    const { state, get } = onClock();
    expect(new Set(await Promise.all(Array.from({ length: 500 }, get)))).toEqual(new Set([1]));
    state.ms = 999;
    expect(await get()).toBe(1);
    state.ms = 1_000;
    expect([await get(), state.reads]).toEqual([2, 2]);
  });

  it('answers a failure with what was known, for a while, and then costs no more reads than a success', async () => {
    const { state, get } = onClock();
    expect(await get()).toBe(1);
    state.fails = true;
    state.ms = 1_000;
    expect(await Promise.all([get(), get(), get()])).toEqual([1, 1, 1]);
    expect([await get(), state.reads]).toEqual([1, 2]);
    state.ms = 5_000;
    const refused = await Promise.allSettled([get(), get(), get()]);
    expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(state.reads).toBe(3);
    state.fails = false;
    expect(await get()).toBe(4);
  });
});

/** A read that may be a second old, or five when it fails, on a clock that the test moves. */
function onClock() {
  const state = { ms: 0, reads: 0, fails: false };
  const read = async () => {
    state.reads++;
    if (state.fails) throw new Error('away');
    return state.reads;
  };
  return { state, get: sharedRead(read, { maxAgeMs: 1_000, staleMs: 5_000, steady: () => state.ms }).get };
}
