import { setTimeout as sleep } from 'node:timers/promises';
import { type CircuitBreakerPolicy, CircuitState, circuitBreaker, ConsecutiveBreaker, handleWhen } from 'cockatiel';
import { ProviderFailure } from './failure.ts';

/** Within what a call must have ended. */
export type Within = { signal: AbortSignal; deadlineMs: number };

export type ResilienceSettings = {
  /** Shortest pause before the one retry; the longest is twice that. */
  retryPauseMs: number;
  /** Failures in a row that open the circuit. */
  breakAfter: number;
  /** Time until one probe is let through again. */
  breakForMs: number;
};

const retryable = new Set([408, 429, 500, 502, 503, 504, 529]);
/** Statuses that say something of the request, not of the server's health. */
const aboutTheRequest = new Set([400, 413, 422]);

/** Calls one server: at most one retry each, few retries overall, and none at all while it keeps failing. */
export class Resilience {
  readonly breaker: CircuitBreakerPolicy;
  readonly #budget = new RetryBudget();
  readonly #pauseMs: number;

  constructor({ retryPauseMs, breakAfter, breakForMs }: ResilienceSettings) {
    this.#pauseMs = retryPauseMs;
    const policy = handleWhen((error) => isOutage(error) || (this.breaker.state === CircuitState.HalfOpen && provesNothing(error)));
    this.breaker = circuitBreaker(policy, { halfOpenAfter: breakForMs, breaker: new ConsecutiveBreaker(breakAfter) });
  }

  /** @throws ProviderFailure `circuit_open` without a call, or what `attempt` threw last */
  async call<T>(attempt: () => Promise<T>, within: Within): Promise<T> {
    this.#budget.countCall();
    try {
      return await this.#once(attempt);
    } catch (error) {
      const pause = this.#pauseBefore(error);
      if (pause === undefined || Date.now() + pause >= within.deadlineMs || !this.#budget.takeRetry()) throw error;
      await sleep(pause, undefined, { signal: within.signal }).catch(() => {
        throw new ProviderFailure('aborted');
      });
      return this.#once(attempt);
    }
  }

  async #once<T>(attempt: () => Promise<T>): Promise<T> {
    // While one probe is out nobody else waits for it: the library would queue them behind it.
    if (this.breaker.state === CircuitState.HalfOpen) throw new ProviderFailure('circuit_open');
    try {
      return await this.breaker.execute(attempt);
    } catch (error) {
      throw (error as { isBrokenCircuitError?: boolean }).isBrokenCircuitError ? new ProviderFailure('circuit_open') : error;
    }
  }

  /** The pause before a retry, or undefined where a retry is pointless. The jitter keeps workers from retrying in step. */
  #pauseBefore(error: unknown): number | undefined {
    if (!(error instanceof ProviderFailure)) return undefined;
    const passing = error.kind === 'connection' || error.kind === 'timeout' || (error.kind === 'http' && retryable.has(error.status!));
    return passing ? Math.max(error.retryAfterMs ?? 0, this.#pauseMs * (1 + Math.random())) : undefined;
  }
}

function isOutage(error: unknown): boolean {
  if (!(error instanceof ProviderFailure)) return false;
  if (error.kind === 'http') return !aboutTheRequest.has(error.status!);
  return error.kind === 'connection' || error.kind === 'timeout' || error.kind === 'malformed' || error.kind === 'too_large';
}

/** Whether a probe ended without telling whether the server is well again. */
function provesNothing(error: unknown): boolean {
  return !(error instanceof ProviderFailure) || error.kind === 'aborted';
}

const budgetWindowMs = 60_000;
const budgetShare = 0.1;
const budgetAtLeast = 3;

/** Allows retries for a tenth of the calls of the last minute, and three in any case: a failing server is not loaded further by retries. */
export class RetryBudget {
  #calls: number[] = [];
  #retries: number[] = [];

  countCall(now = Date.now()): void {
    this.#calls = recent(this.#calls, now);
    this.#calls.push(now);
  }

  /** Takes one retry from the budget; false when it is used up. */
  takeRetry(now = Date.now()): boolean {
    this.#retries = recent(this.#retries, now);
    if (this.#retries.length >= Math.max(budgetAtLeast, budgetShare * recent(this.#calls, now).length)) return false;
    this.#retries.push(now);
    return true;
  }
}

function recent(times: number[], now: number): number[] {
  return times.filter((time) => time > now - budgetWindowMs);
}
