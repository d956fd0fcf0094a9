import type { RateLimitedBody } from '@rest-stop/contracts/errors.ts';
import type { Admission, VisitLimits } from './visit-log.ts';

/** Whole seconds until one more is admitted, rounded up so that a retry then is not too early; at least 1. */
function secondsToRoom({ freesAtMs, nowMs }: Admission): number {
  return Math.max(1, Math.ceil((freesAtMs - nowMs) / 1_000));
}

/** The 429 body (interface specification, section 7). */
export function rateLimitedBody(admission: Admission, limits: VisitLimits): RateLimitedBody {
  return {
    error: 'rate_limited',
    limit: limits.requests,
    window_seconds: limits.windowSeconds,
    used: admission.used,
    retry_after_seconds: secondsToRoom(admission),
    retry_at: new Date(admission.freesAtMs).toISOString(),
  };
}

/** RateLimit-Policy and RateLimit (draft-ietf-httpapi-ratelimit-headers): what is left, and the seconds until there is more. */
export function rateLimitHeaders(admission: Admission, { requests, windowSeconds }: VisitLimits): Record<string, string> {
  return {
    'ratelimit-policy': `"visits";q=${requests};w=${windowSeconds}`,
    ratelimit: `"visits";r=${Math.max(0, requests - admission.used)};t=${secondsToRoom(admission)}`,
  };
}
