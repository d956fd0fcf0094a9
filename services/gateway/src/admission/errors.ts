import { ApiError } from '@rest-stop/contracts/errors.ts';

/** Whether the key is good cannot be told right now. */
export function unavailable(cause?: unknown): ApiError {
  return new ApiError('unavailable', 'Keys cannot be checked right now. Nothing was done: try again.', { retryAfterSeconds: 1, cause });
}

/** There is no key, or nobody has it. */
export function unauthorized(): ApiError {
  return new ApiError(
    'unauthorized',
    'This needs a valid key: send exactly one header "Authorization: Bearer <api_key>". POST /quickjoin gives a new key.',
  );
}
