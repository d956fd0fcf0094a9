import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Random choices that are the same for the same seed. */
export type Random = {
  /** At least 0, below 1. */
  next(): number;
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number;
  pick<T>(things: readonly T[]): T;
};

export function seeded(seed: number): Random {
  const generator = xoroshiro128plus(seed);
  const between = (min: number, max: number) => uniformInt(generator, min, max);
  return {
    next: () => uniformFloat64(generator),
    between,
    pick(things) {
      const [picked] = things.length > 0 ? things.slice(between(0, things.length - 1)) : [];
      if (picked === undefined) throw new Error('there is nothing to pick from');
      return picked;
    },
  };
}
