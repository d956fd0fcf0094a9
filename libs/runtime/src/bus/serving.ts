import { ApiError } from '@rest-stop/contracts/errors.ts';
import type { RemoteError, ServeContext } from './bus.ts';

/** The calls that are running on one instance. */
export class PendingCalls {
  #running = new Set<Promise<unknown>>();

  get size(): number {
    return this.#running.size;
  }

  /** Runs `work` and counts it until it has ended. */
  run(work: () => Promise<void>): void {
    const running: Promise<void> = work().finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async allEnded(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }
}

/** A context whose signal also fires at `deadlineMs`; call `release` when the work is over. */
export function contextWithDeadline(deadlineMs: number, abort: AbortController): { context: ServeContext; release(): void } {
  const timer = setTimeout(() => abort.abort(new Error('deadline')), Math.max(0, deadlineMs - Date.now()));
  return { context: { signal: abort.signal, deadlineMs }, release: () => clearTimeout(timer) };
}

/** What the caller may see of `error`: code and message of an ApiError, nothing of any other error. */
export function toRemoteError(error: unknown): RemoteError {
  if (!(error instanceof ApiError)) return { code: 'internal_error', message: 'The service failed to do this.' };
  const { retryAfterSeconds } = error.details;
  return { code: error.code, message: error.message, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) };
}
