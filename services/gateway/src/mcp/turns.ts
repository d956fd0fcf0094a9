import { ApiError } from '@rest-stop/contracts/errors.ts';

/**
 * Lets one message begin in each turn of the event loop. However many arrive at once, probes and other requests are served between any two.
 * @param most how many may wait
 * @returns waits for the next turn that is free. @throws ApiError `unavailable` when too many wait already
 */
export function oneInEachTurn(most: number): () => Promise<void> {
  const waiting: (() => void)[] = [];
  const next = () => {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(next);
  };
  return async () => {
    if (waiting.length >= most) throw tooMany();
    if (waiting.length === 0) setImmediate(next);
    await new Promise<void>((resolve) => waiting.push(resolve));
  };
}

function tooMany(): ApiError {
  return new ApiError('unavailable', 'Too many messages wait already. Nothing was done: send it again.', { retryAfterSeconds: 1 });
}
