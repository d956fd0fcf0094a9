import { ApiError } from '@rest-stop/contracts/errors.ts';

/** It cannot be found out now whether the key is valid. */
export function unavailable(cause?: unknown): ApiError {
  return new ApiError('unavailable', 'Keys cannot be checked right now, so your request went no further: try again.', {
    retryAfterSeconds: 1,
    cause,
  });
}

/** Why a key that was destroyed seconds ago is refused: told apart from an unknown one by the metrics alone. */
export const closed = Symbol('closed');

/** The request has no key, or one that no agent has. */
export function unauthorized(cause?: typeof closed): ApiError {
  return new ApiError(
    'unauthorized',
    'This needs a valid key: send exactly one header "Authorization: Bearer <api_key>". POST /quickjoin gives a new key.',
    { cause },
  );
}
