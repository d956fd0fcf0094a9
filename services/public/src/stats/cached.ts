export type Cached<T> = {
  /** The cached value, or a new one. Callers that come while it is being read wait for the same read. */
  get(): Promise<T>;
  /** Drops the cached value, also one that is still being read. */
  drop(): void;
};

/** Caches what `read` returns for `maxAgeMs`, counted from the start of the read. A failure reaches the waiting callers and is not cached. */
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
