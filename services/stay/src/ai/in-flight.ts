import { keyDestroyed } from '../agents/with-agent-lock.ts';

/** The AI calls under way on this instance, by agent, so that a forget can end them. */
export class InFlight {
  readonly #calls = new Map<string, Set<AbortController>>();

  /**
   * Runs `work` with a signal that fires when the client leaves or the agent is forgotten.
   * @param agent the internal UUID
   * @throws ApiError `unauthorized` when `work` fails after the agent was forgotten
   */
  async run<T>(agent: string, client: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const forget = new AbortController();
    const calls = this.#calls.get(agent) ?? new Set();
    this.#calls.set(agent, calls.add(forget));
    try {
      return await work(AbortSignal.any([client, forget.signal]));
    } catch (error) {
      throw forget.signal.aborted ? keyDestroyed() : error;
    } finally {
      calls.delete(forget);
      if (calls.size === 0 && this.#calls.get(agent) === calls) this.#calls.delete(agent);
    }
  }

  /** Ends every call of `agent`. */
  abort(agent: string): void {
    for (const forget of this.#calls.get(agent) ?? []) forget.abort(new Error('agent forgotten'));
  }
}
