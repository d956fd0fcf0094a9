import { ApiError } from '@rest-stop/contracts/errors.ts';

/** Why a context was not read, as the agent is told. */
export const refusals = {
  gaveUp: () => new ApiError('ai_error', 'The work was given up because nobody waited for it any longer. Nothing was kept.'),
  full: () => new ApiError('unavailable', 'Too much work is waiting. Nothing was kept: try again in a moment.', { retryAfterSeconds: 1 }),
  /** This content ended its thread, for lack of memory or by an error. */
  died: (cause: unknown) =>
    new ApiError('ai_error', 'This content could not be read. Nothing was kept: send shorter content, or several parts.', { cause }),
  /** Another job ended the thread, and the reading that it kept for this one is gone. */
  lost: () => new ApiError('unavailable', 'The work was interrupted. Nothing was kept: try again.', { retryAfterSeconds: 1 }),
};
