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
});
