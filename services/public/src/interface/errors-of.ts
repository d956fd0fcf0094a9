import type { ErrorCode } from '@rest-stop/contracts/errors.ts';
import type { Route } from '@rest-stop/contracts/route.ts';

/** The codes that any request may meet. */
export const commonErrors: readonly ErrorCode[] = ['invalid_request', 'internal_error', 'unavailable', 'timeout'];

/** Every error code that a request to `route` can meet, its own first. */
export function errorsOf(route: Route): ErrorCode[] {
  const withBody: ErrorCode[] = ['invalid_json', 'value_too_large', 'unsupported_media_type', 'request_timeout'];
  const withKey: ErrorCode[] = ['unauthorized', 'rate_limited'];
  return [...route.errors, ...(route.body ? withBody : []), ...(route.auth === 'bearer' ? withKey : []), ...commonErrors];
}
