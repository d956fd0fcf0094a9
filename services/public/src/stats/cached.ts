export type Cached<T> = {
  /** The kept value, or a new one; everybody who asks while it is being read waits for the same reading. */
  get(): Promise<T>;
  /** Forgets the kept value, also one that is still being read. */
  drop(): void;
};

/** Keeps what `read` answers for `maxAgeMs` from the moment of asking. A failure is told to those who wait for it and never kept. */
export function cached<T>(maxAgeMs: number, now: () => Date, read: () => Promise<T>): Cached<T> {
  let kept: { at: number; value: Promise<T> } | undefined;

  return {
    get() {
      const at = now().getTime();
      if (kept && at >= kept.at && at - kept.at < maxAgeMs) return kept.value;
      const reading = { at, value: read() };
      kept = reading;
      reading.value.catch(() => {
        if (kept === reading) kept = undefined;
      });
      return reading.value;
    },
    drop() {
      kept = undefined;
    },
  };
}
