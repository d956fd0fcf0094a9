import { createHmac, randomBytes } from 'node:crypto';
import type { RateLimitedBody } from '@rest-stop/contracts/errors.ts';

const minuteSeconds = 60;
const daySeconds = 86_400;
const maxClients = 100_000;

/** How many registrations one client may make in a minute and in a day. 0: any number. */
export type RegistrationRates = { perMinute: number; perDay: number };
export type RegistrationLimit = RegistrationRates & { trustedProxyHops: number };

export type Registrations = {
  /** Counts a registration of `client` and answers undefined, or answers the 429 body; a refused registration is not counted. */
  take(client: string): RateLimitedBody | undefined;
  /** Drops the clients whose buckets are full again. */
  sweep(): void;
};

type Clocks = { now?: () => number; steady?: () => number };

/**
 * Two token buckets for each client, in the memory of this gateway, refilled evenly over a minute and over a day.
 * A client is stored as an HMAC under a key that exists only in this process, until its buckets are full again: a day after its last registration
 * at most. Of more than 100,000 clients the one that registered longest ago is dropped.
 * @param steady milliseconds on a clock that is never set
 */
export function limitRegistrations(
  { perMinute, perDay }: RegistrationRates,
  { now = Date.now, steady = () => performance.now() }: Clocks = {},
): Registrations {
  const salt = randomBytes(32);
  const buckets = [new Buckets(perMinute, minuteSeconds), new Buckets(perDay, daySeconds)].filter(({ limit }) => limit > 0);

  return {
    take(client) {
      const key = createHmac('sha256', salt).update(client).digest('base64url');
      const nowMs = steady();
      const waits = buckets.map((each) => ({ each, waitMs: each.waitMs(key, nowMs) }));
      const [longest] = waits.toSorted((a, b) => b.waitMs - a.waitMs);
      if (longest && longest.waitMs > 0) return refusal(longest.each, Math.ceil(longest.waitMs), now());
      for (const each of buckets) each.take(key, nowMs);
      return undefined;
    },
    sweep() {
      for (const each of buckets) each.sweep(steady());
    },
  };
}

/** A bucket of `limit` tokens for each key. */
class Buckets {
  readonly limit: number;
  readonly seconds: number;
  readonly #perTokenMs: number;
  // When each bucket is full again; that one number says how many tokens are missing (the generic cell rate algorithm, ITU-T I.371).
  readonly #fullAt = new Map<string, number>();

  constructor(limit: number, seconds: number) {
    this.limit = limit;
    this.seconds = seconds;
    this.#perTokenMs = (seconds * 1_000) / limit;
  }

  /** How long it takes until there is a token; 0: there is one. */
  waitMs(key: string, nowMs: number): number {
    const waitMs = this.#next(key, nowMs) - nowMs - this.seconds * 1_000;
    // Rounding errors of the sum are far below that.
    return waitMs > 0.001 ? waitMs : 0;
  }

  take(key: string, nowMs: number): void {
    const next = this.#next(key, nowMs);
    this.#fullAt.delete(key);
    this.#fullAt.set(key, next);
    if (this.#fullAt.size <= maxClients) return;
    const [oldest] = this.#fullAt.keys();
    if (oldest !== undefined) this.#fullAt.delete(oldest);
  }

  sweep(nowMs: number): void {
    for (const [key, fullAt] of this.#fullAt) if (fullAt <= nowMs) this.#fullAt.delete(key);
  }

  #next(key: string, nowMs: number): number {
    return Math.max(this.#fullAt.get(key) ?? nowMs, nowMs) + this.#perTokenMs;
  }
}

function refusal({ limit, seconds }: Buckets, waitMs: number, nowMs: number): RateLimitedBody {
  return {
    error: 'rate_limited',
    limit,
    window_seconds: seconds,
    used: limit,
    retry_after_seconds: Math.ceil(waitMs / 1_000),
    retry_at: new Date(nowMs + waitMs).toISOString(),
  };
}
