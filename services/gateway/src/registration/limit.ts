import { createHmac, randomBytes } from 'node:crypto';
import type { RateLimitedBody } from '@rest-stop/contracts/errors.ts';
import { ExpiringMap } from '../admission/expiring-map.ts';

const windowSeconds = 60;
const windowMs = windowSeconds * 1_000;
const maxClients = 100_000;

/** How many registrations one client may make. `perMinute` 0: any number. */
export type RegistrationLimit = { perMinute: number; trustedProxyHops: number };

export type Registrations = {
  /** Counts a registration of `client`. Undefined when it may go on, else the answer that it gets; a refused one is not counted. */
  take(client: string): RateLimitedBody | undefined;
  /** Drops the clients that have their whole minute again. */
  sweep(): void;
};

type Clocks = { now?: () => number; steady?: () => number };

/**
 * A bucket of `perMinute` tokens for each client, filled evenly over a minute, in the memory of this gateway alone.
 * A client is kept as a keyed hash, under a key that only this process ever has, for at most a minute after its last registration; the
 * one longest away is dropped first when there are 100,000 of them.
 * @param steady milliseconds on a clock that is never set
 */
export function limitRegistrations(perMinute: number, { now = Date.now, steady = () => performance.now() }: Clocks = {}): Registrations {
  const salt = randomBytes(32);
  const perToken = windowMs / perMinute;
  // When the bucket is full again: says how many tokens are out, in one number (the generic cell rate algorithm, ITU-T I.371).
  const fullAt = new ExpiringMap<number>(windowMs, maxClients);

  return {
    take(client) {
      if (perMinute === 0) return undefined;
      const key = createHmac('sha256', salt).update(client).digest('base64url');
      const nowMs = steady();
      const next = Math.max(fullAt.get(key, nowMs) ?? nowMs, nowMs) + perToken;
      const waitMs = next - nowMs - windowMs;
      // The sum of many fractions is off by far less than a millisecond.
      if (waitMs > 0.001) return refusal(perMinute, Math.ceil(waitMs), now());
      fullAt.set(key, next, nowMs);
      return undefined;
    },
    sweep: () => fullAt.sweep(steady()),
  };
}

function refusal(perMinute: number, waitMs: number, nowMs: number): RateLimitedBody {
  return {
    error: 'rate_limited',
    limit: perMinute,
    window_seconds: windowSeconds,
    used: perMinute,
    retry_after_seconds: Math.ceil(waitMs / 1_000),
    retry_at: new Date(nowMs + waitMs).toISOString(),
  };
}
