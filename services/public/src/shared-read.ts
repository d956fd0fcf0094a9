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
  now?: () => Date;
};

/** Between the beginnings of two reads: together with one at a time, what bounds the calls whatever the number of questions. */
const betweenReadsMs = 50;

/** Shares what `read` returns. A failure reaches those who wait for it and is not kept. */
export function sharedRead<T>(read: () => Promise<T>, { maxAgeMs = 0, now = () => new Date() }: Options = {}): SharedRead<T> {
  let kept: { at: number; value: Promise<T> } | undefined;
  let next: Promise<T> | undefined;
  let free: Promise<unknown> = Promise.resolve();

  function begin(): Promise<T> {
    next = undefined;
    const value = read();
    const settled = value.catch(() => {});
    free = Promise.all([settled, setTimeout(betweenReadsMs)]);
    if (maxAgeMs > 0) {
      const reading = { at: now().getTime(), value };
      kept = reading;
      value.catch(() => {
        if (kept === reading) kept = undefined;
      });
    }
    return value;
  }

  return {
    get() {
      const at = now().getTime();
      if (kept && at >= kept.at && at - kept.at < maxAgeMs) return kept.value;
      return (next ??= free.then(begin));
    },
    drop() {
      kept = undefined;
    },
  };
}
