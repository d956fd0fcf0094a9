import type { ApiError } from '@rest-stop/contracts/errors.ts';
import type { Db } from './postgres/sql.ts';

/** Takes one place, or refuses because all are taken. @throws ApiError */
export type TakeRoom = (db: Db) => Promise<void>;

const countedForMs = 1_000;

type Room = {
  /** 0: any number. */
  most: number;
  count(db: Db): Promise<number>;
  full(): ApiError;
  /** Milliseconds on a clock that is never set. */
  steady?: (() => number) | undefined;
};

/**
 * Room for `most` things in the whole deployment. They are counted once a second, and those that are taken here in between are added: what other
 * instances take within that second may be too many.
 */
export function room({ most, count, full, steady = () => performance.now() }: Room): TakeRoom {
  let taken = 0;
  let countedUntil = Number.NEGATIVE_INFINITY;
  return async (db) => {
    if (most === 0) return;
    if (steady() >= countedUntil) {
      countedUntil = steady() + countedForMs;
      taken = await count(db);
    }
    if (taken >= most) throw full();
    taken++;
  };
}
