import { ApiError } from '@rest-stop/contracts/errors.ts';

/** The jobs in hand, by agent, so that they can be ended when the agent is forgotten. Neither contents nor results are kept here. */
export class Jobs {
  #lastAt = Number.NEGATIVE_INFINITY;
  readonly #byAgent = new Map<string, Set<{ abort: AbortController; ended: Promise<unknown> }>>();

  /** Whether there is no job in hand, and was none within the last `forMs` milliseconds. */
  isQuiet(forMs: number): boolean {
    return this.#byAgent.size === 0 && performance.now() - this.#lastAt > forMs;
  }

  /**
   * Runs `work` with a signal that fires with `signal` and when the agent is forgotten.
   * @throws ApiError `unauthorized` when the agent was forgotten meanwhile: its result must reach nobody.
   */
  async run<T>(agent: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const abort = new AbortController();
    const running = work(AbortSignal.any([signal, abort.signal]));
    const job = { abort, ended: running.catch(() => {}) };
    const jobs = this.#byAgent.get(agent) ?? new Set();
    this.#byAgent.set(agent, jobs.add(job));
    try {
      const result = await running;
      if (abort.signal.aborted) throw forgotten();
      return result;
    } catch (error) {
      throw abort.signal.aborted ? forgotten() : error;
    } finally {
      this.#lastAt = performance.now();
      jobs.delete(job);
      if (jobs.size === 0) this.#byAgent.delete(agent);
    }
  }

  /** Aborts every job of `agent` and waits until they have ended. */
  async forget(agent: string): Promise<void> {
    const jobs = [...(this.#byAgent.get(agent) ?? [])];
    for (const job of jobs) job.abort.abort(new Error('agent forgotten'));
    await Promise.all(jobs.map((job) => job.ended));
  }
}

function forgotten(): ApiError {
  return new ApiError('unauthorized', 'This key was destroyed while the work was under way. Nothing of it was kept.');
}
