import type { IncomingHttpHeaders } from 'node:http';
import { idempotencyKeyPattern } from '@rest-stop/contracts/agent.ts';
import { ApiError } from '@rest-stop/contracts/errors.ts';

/**
 * The request's Idempotency-Key, undefined when it has none. Node joins several with a comma and a space, so they are refused.
 * @throws ApiError `invalid_request`
 */
export function idempotencyKeyOf(headers: IncomingHttpHeaders): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined || (typeof key === 'string' && idempotencyKeyPattern.test(key))) return key;
  const message = 'must be one random value of 16 to 255 visible ASCII characters, such as a UUID';
  throw new ApiError('invalid_request', `Idempotency-Key ${message}. Correct it or leave it out; nobody was registered.`, {
    short: 'Idempotency-Key must be 16 to 255 visible ASCII characters, such as a UUID.',
    issues: [{ path: 'Idempotency-Key', rule: 'format', message }],
  });
}
