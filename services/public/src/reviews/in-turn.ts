import { ApiError } from '@rest-stop/contracts/errors.ts';

/** Does one work after the other, because clients without a key could ask for any number at once. */
export function inTurn(mostWaiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async (work) => {
    if (waiting >= mostWaiting) {
      throw new ApiError('unavailable', 'Many read older reviews just now. Ask again in a second.', { retryAfterSeconds: 1 });
    }
    waiting++;
    const turn = last.then(work).finally(() => waiting--);
    last = turn.catch(() => {});
    return turn;
  };
}
