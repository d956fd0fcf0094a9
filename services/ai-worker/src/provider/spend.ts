import { ApiError } from '@rest-stop/contracts/errors.ts';

/** Tokens that are set aside for one request, before it is sent. */
export type Reservation = {
  /** Replaces the estimate by what the provider reports; 0 gives everything back. */
  reconcile(tokens: number): Promise<void>;
};

/**
 * Keeps the tokens of any rolling hour under a cap: each request reserves its upper estimate before it is sent.
 * A request past the cap is refused with ApiError `unavailable` and the time after which it would fit.
 */
export type SpendGuard = { reserve(tokens: number): Promise<Reservation> };

/** Tokens are counted by the minute. Any hour touches at most 61 minutes, so the sum over 61 is never less than what an hour has used. */
export const bucketSeconds = 60;
export const bucketsInWindow = 61;

/** No cap. */
export const unlimited: SpendGuard = { reserve: async () => ({ reconcile: async () => {} }) };

/** The guard of one process, for a system without Redis. */
export function localSpendGuard(cap: number, now: () => number = Date.now): SpendGuard {
  const spent = new Map<number, number>();
  return {
    async reserve(tokens) {
      const bucket = Math.floor(now() / 1_000 / bucketSeconds);
      for (const old of spent.keys()) if (old <= bucket - bucketsInWindow) spent.delete(old);
      const total = [...spent.values()].reduce((sum, n) => sum + n, 0);
      if (total + tokens > cap) throw overCap(secondsUntilFree(spent, total + tokens - cap, now()));
      spent.set(bucket, (spent.get(bucket) ?? 0) + tokens);
      return {
        async reconcile(used) {
          if (spent.has(bucket)) spent.set(bucket, spent.get(bucket)! + used - tokens);
        },
      };
    },
  };
}

/** Seconds until buckets holding at least `excess` tokens have left the window; an hour where that never happens. */
function secondsUntilFree(spent: Map<number, number>, excess: number, nowMs: number): number {
  let freed = 0;
  for (const bucket of [...spent.keys()].sort((a, b) => a - b)) {
    freed += spent.get(bucket)!;
    if (freed >= excess) return Math.ceil((bucket + bucketsInWindow) * bucketSeconds - nowMs / 1_000);
  }
  return 3_600;
}

/** The refusal of a request that would pass the cap. */
export function overCap(retryAfterSeconds: number): ApiError {
  return new ApiError('unavailable', 'The AI budget of this hour is used up. Nothing was sent: try again after the time in Retry-After.', {
    retryAfterSeconds,
  });
}
