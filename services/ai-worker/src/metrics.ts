import { ApiError } from '@rest-stop/contracts/errors.ts';
import type { Slots } from '@rest-stop/runtime/bus/slots.ts';
import { Counter, measureNow, type Registry } from '@rest-stop/runtime/metrics/registry.ts';

/** The load of this worker, read at the moment of the scrape. Counts only: nothing of any job. */
export function measureLoad(registry: Registry, slots: Slots): void {
  measureNow(registry, 'rest_stop_ai_jobs_in_flight', 'Jobs in hand.', () => slots.inUse);
  measureNow(registry, 'rest_stop_ai_jobs_capacity', 'Jobs that this worker has in hand at most.', () => slots.capacity);
  registry.registerMetric(
    new Counter({
      name: 'rest_stop_ai_jobs_refused_total',
      help: 'Jobs refused because every place was taken, or as many by the same agent as one may have.',
      registers: [],
      collect() {
        this.reset();
        this.inc(slots.refused);
      },
    }),
  );
}

/** Runs a job and counts how it ended. */
export type Counted = <T>(operation: 'defrag' | 'lecture', signal: AbortSignal, work: () => Promise<T>) => Promise<T>;

/** Counts ended jobs: how the work is spread over the workers, and how it turns out. `given_up`: the caller waited for the answer no longer. */
export function countJobs(registry: Registry): Counted {
  const jobs = new Counter({
    name: 'rest_stop_ai_jobs_total',
    help: 'Jobs that have ended, by operation and outcome: ok, an error code, or given_up.',
    labelNames: ['operation', 'outcome'],
    registers: [registry],
  });
  return async (operation, signal, work) => {
    let outcome = 'internal_error';
    try {
      const result = await work();
      outcome = 'ok';
      return result;
    } catch (error) {
      if (error instanceof ApiError) outcome = error.code;
      throw error;
    } finally {
      jobs.inc({ operation, outcome: signal.aborted ? 'given_up' : outcome });
    }
  };
}

/** Adds a count of credentials; of what kinds or in whose contents is not kept. */
export function countCredentials(registry: Registry): (found: number) => void {
  const credentials = new Counter({
    name: 'rest_stop_credentials_found_total',
    help: 'Credentials found in contents to compress, and masked.',
    registers: [registry],
  });
  return (found) => credentials.inc(found);
}
