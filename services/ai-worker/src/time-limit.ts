import { deadline } from '@rest-stop/runtime/deadline.ts';

/**
 * Runs `work` with a signal that fires after `ms`, and no more once the work has ended: the timer of AbortSignal.timeout stays, and wakes all
 * who listened to it long after their job, of which a busy worker has thousands.
 */
export async function withTimeLimit<T>(ms: number, work: (timeUp: AbortSignal) => Promise<T>): Promise<T> {
  const limit = new AbortController();
  const cancel = deadline(ms, () => limit.abort());
  try {
    return await work(limit.signal);
  } finally {
    cancel();
  }
}
