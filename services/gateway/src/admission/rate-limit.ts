import type { RateLimitedBody } from '@rest-stop/contracts/errors.ts';
import type { Counted, VisitLimits } from './visit-log.ts';

/** Whole seconds until the next visit rolls off: at least 1, and never so few that a retry right then would come too early. */
function secondsToRoom({ freesAtMs, nowMs }: Counted): number {
  return Math.max(1, Math.ceil((freesAtMs - nowMs) / 1_000));
}

/** The 429 body (interface specification, section 7). */
export function rateLimitedBody(visit: Counted, limits: VisitLimits): RateLimitedBody {
  return {
    error: 'rate_limited',
    limit: limits.requests,
    window_seconds: limits.windowSeconds,
    used: visit.used,
    retry_after_seconds: secondsToRoom(visit),
    retry_at: new Date(visit.freesAtMs).toISOString(),
  };
}

/** RateLimit-Policy and RateLimit (draft-ietf-httpapi-ratelimit-headers): what is left, and the seconds until there is more. */
export function rateLimitHeaders(visit: Counted, { requests, windowSeconds }: VisitLimits): Record<string, string> {
  return {
    'ratelimit-policy': `"visits";q=${requests};w=${windowSeconds}`,
    ratelimit: `"visits";r=${Math.max(0, requests - visit.used)};t=${secondsToRoom(visit)}`,
  };
}
