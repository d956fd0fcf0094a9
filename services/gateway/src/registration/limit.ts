import { createHmac, randomBytes } from 'node:crypto';
import type { RateLimitedBody } from '@rest-stop/contracts/errors.ts';
import { ExpiringMap } from '../admission/expiring-map.ts';

const windowSeconds = 60;
const windowMs = windowSeconds * 1_000;
const maxClients = 100_000;

/** How many registrations one client may make. `perMinute` 0: any number. */
export type RegistrationLimit = { perMinute: number; trustedProxyHops: number };

export type Registrations = {
  /** Counts a registration of `client` and answers undefined, or answers the 429 body; a refused registration is not counted. */
  take(client: string): RateLimitedBody | undefined;
  /** Drops the clients whose bucket is full again. */
  sweep(): void;
};

type Clocks = { now?: () => number; steady?: () => number };

/**
 * A token bucket for each client, in the memory of this gateway: `perMinute` tokens, refilled evenly over a minute.
 * A client is stored as an HMAC under a key that exists only in this process, for at most a minute after its last registration. Of more
 * than 100,000 clients the one that registered longest ago is dropped.
 * @param steady milliseconds on a clock that is never set
 */
export function limitRegistrations(perMinute: number, { now = Date.now, steady = () => performance.now() }: Clocks = {}): Registrations {
  const salt = randomBytes(32);
  const perToken = windowMs / perMinute;
  // When each bucket is full again; that one number says how many tokens are missing (the generic cell rate algorithm, ITU-T I.371).
  const fullAt = new ExpiringMap<number>(windowMs, maxClients);

  return {
    take(client) {
      if (perMinute === 0) return undefined;
      const key = createHmac('sha256', salt).update(client).digest('base64url');
      const nowMs = steady();
      const next = Math.max(fullAt.get(key, nowMs) ?? nowMs, nowMs) + perToken;
      const waitMs = next - nowMs - windowMs;
      // Rounding errors of the sum are far below that.
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
