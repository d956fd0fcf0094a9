/** Random choices that are the same for the same seed. */
export type Random = {
  /** At least 0, below 1. */
  next(): number;
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number;
  pick<T>(things: readonly T[]): T;
};

/** The generator known as mulberry32: 32 bits of state, plenty for choosing faults. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    between,
    pick(things) {
      const [picked] = things.slice(between(0, things.length - 1));
      if (picked === undefined) throw new Error('there is nothing to pick from');
      return picked;
    },
  };
}
