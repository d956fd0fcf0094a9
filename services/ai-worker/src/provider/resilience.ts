import { setTimeout as sleep } from 'node:timers/promises';
import { type CircuitBreakerPolicy, CircuitState, circuitBreaker, ConsecutiveBreaker, handleAll, isBrokenCircuitError } from 'cockatiel';
import { ProviderFailure } from './failure.ts';

/** When a call must end: by `signal`, and `deadlineMs` (since the epoch) so that it knows how much time is left. */
export type Within = { signal: AbortSignal; deadlineMs: number };

export type ResilienceSettings = {
  /** Shortest pause before the one retry; the longest is twice that. */
  retryPauseMs: number;
  /** Hardly any model answers in less time: with less of it left, no further request is made. */
  leastAttemptMs: number;
  /** Failures in a row after which the probe is asked whether the server still works. */
  breakAfter: number;
  /** How long nothing is sent after a probe that failed. */
  breakForMs: number;
};

const retryable = new Set([408, 429, 500, 502, 503, 504, 529]);
/** Statuses that say something of the request, not of the server's health. */
const aboutTheRequest = new Set([400, 413, 422]);

/** The Retry-After of calls that come while the probe is under way. */
const retryDuringProbeMs = 5_000;

/**
 * Calls one server: at most one retry each, few retries overall, and none at all while the server is known to fail.
 *
 * Whether it fails is decided by a probe, a short question that is always the same. Failed calls of agents only cause the probe to be
 * sent: long texts of one agent that time out one after the other do not show that the server is down, and others must still be served.
 */
export class Resilience {
  readonly #circuit: CircuitBreakerPolicy;
  readonly #budget = new RetryBudget();
  readonly #settings: ResilienceSettings;
  readonly #probe: () => Promise<void>;
  #failuresInARow = 0;
  #suspected = false;
  #openUntil = 0;

  /** @param probe rejects when the server gives no answer */
  constructor(settings: ResilienceSettings, probe: () => Promise<void>) {
    this.#settings = settings;
    this.#probe = probe;
    this.#circuit = circuitBreaker(handleAll, { halfOpenAfter: settings.breakForMs, breaker: new ConsecutiveBreaker(1) });
    this.#circuit.onBreak(() => {
      this.#openUntil = Date.now() + settings.breakForMs;
    });
  }

  /** @throws ProviderFailure `circuit_open` without a call, or what `attempt` threw last */
  async call<T>(attempt: () => Promise<T>, within: Within): Promise<T> {
    this.#budget.countCall();
    const began = Date.now();
    try {
      return await this.#once(attempt);
    } catch (error) {
      const pause = this.#pauseBefore(error);
      if (pause === undefined || !this.#pays(pause, Date.now() - began, within) || !this.#budget.takeRetry()) throw error;
      await sleep(pause, undefined, { signal: within.signal }).catch(() => {
        throw new ProviderFailure('aborted');
      });
      return this.#once(attempt);
    }
  }

  async #once<T>(attempt: () => Promise<T>): Promise<T> {
    if (this.#circuit.state !== CircuitState.Closed) await this.#tryToClose();
    try {
      const result = await attempt();
      this.#failuresInARow = 0;
      return result;
    } catch (error) {
      if (isOutage(error) && ++this.#failuresInARow >= this.#settings.breakAfter) this.#suspect();
      throw error;
    }
  }

  /** Asks the probe, beside the work that goes on: when it fails, the circuit opens. */
  #suspect(): void {
    this.#failuresInARow = 0;
    if (this.#suspected || this.#circuit.state !== CircuitState.Closed) return;
    this.#suspected = true;
    void this.#circuit
      .execute(this.#probe)
      .catch(() => {})
      .finally(() => {
        this.#suspected = false;
      });
  }

  /** Closes the circuit when its time is over and the probe succeeds. @throws ProviderFailure `circuit_open` */
  async #tryToClose(): Promise<void> {
    // Cockatiel would make this call wait for the probe that is under way.
    if (this.#circuit.state === CircuitState.HalfOpen) throw circuitOpen(retryDuringProbeMs);
    try {
      await this.#circuit.execute(this.#probe);
    } catch (error) {
      if (isBrokenCircuitError(error)) throw circuitOpen(this.#openUntil - Date.now());
      throw circuitOpen(this.#settings.breakForMs);
    }
  }

  /** The pause before a retry, or undefined where a retry is pointless. The jitter keeps workers from retrying in step. */
  #pauseBefore(error: unknown): number | undefined {
    if (!(error instanceof ProviderFailure)) return undefined;
    const passing = error.kind === 'connection' || error.kind === 'timeout' || (error.kind === 'http' && retryable.has(error.status!));
    return passing ? Math.max(error.retryAfterMs ?? 0, this.#settings.retryPauseMs * (1 + Math.random())) : undefined;
  }

  /** Whether a retry has as much time as the first try took: after a time-out with less of it, it would time out as well. */
  #pays(pauseMs: number, firstTookMs: number, { deadlineMs }: Within): boolean {
    return Date.now() + pauseMs + Math.max(firstTookMs, this.#settings.leastAttemptMs) <= deadlineMs;
  }
}

function circuitOpen(retryAfterMs: number): ProviderFailure {
  return new ProviderFailure('circuit_open', { retryAfterMs: Math.max(1_000, retryAfterMs) });
}

/** Whether a failure may come from a server that is down, rather than from the request. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof ProviderFailure)) return false;
  if (error.kind === 'http') return !aboutTheRequest.has(error.status!);
  return error.kind === 'connection' || error.kind === 'timeout' || error.kind === 'malformed' || error.kind === 'too_large';
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
