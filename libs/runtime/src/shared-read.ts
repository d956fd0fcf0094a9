import { setTimeout } from 'node:timers/promises';

/** The same question of many clients, asked of its owner by one read at a time. */
export type SharedRead<T> = {
  /** A read that began at most `maxAgeMs` ago, or one that begins now or next. */
  get(): Promise<T>;
  /** Has everybody who asks from now on wait for a new read. */
  drop(): void;
};

type Options = {
  /** How old an answer may be. Default 0: a read that began before the question does not answer it, so that whoever has written sees it. */
  maxAgeMs?: number;
  /** How old an answer may be when the read after it fails. Default 0: a failure is thrown. */
  staleMs?: number;
  /** Milliseconds on a clock that is never set. */
  steady?: () => number;
};

/** Between the beginnings of two reads: together with one at a time, what bounds the calls whatever the number of questions. */
const betweenReadsMs = 50;

/** Shares what `read` returns. A failure that is thrown reaches those who wait for it and is not kept. */
export function sharedRead<T>(
  read: () => Promise<T>,
  { maxAgeMs = 0, staleMs = 0, steady = () => performance.now() }: Options = {},
): SharedRead<T> {
  let kept: { at: number; value: Promise<T> } | undefined;
  let good: { at: number; value: T } | undefined;
  let next: Promise<T> | undefined;
  let free: Promise<unknown> = Promise.resolve();

  async function readOrStale(at: number): Promise<T> {
    try {
      const value = await read();
      if (staleMs > 0) good = { at, value };
      return value;
    } catch (error) {
      if (good && at - good.at < staleMs) return good.value;
      throw error;
    }
  }

  function begin(): Promise<T> {
    next = undefined;
    const at = steady();
    const value = readOrStale(at);
    const settled = value.catch(() => {});
    free = Promise.all([settled, setTimeout(betweenReadsMs)]);
    if (maxAgeMs > 0) {
      const reading = { at, value };
      kept = reading;
      value.catch(() => {
        if (kept === reading) kept = undefined;
      });
    }
    return value;
  }

  return {
    get() {
      if (kept && steady() - kept.at < maxAgeMs) return kept.value;
      return (next ??= free.then(begin));
    },
    drop() {
      kept = undefined;
      good = undefined;
    },
  };
}
