import { fileURLToPath } from 'node:url';
import type { Closable } from '@rest-stop/runtime/lifecycle.ts';
import type { Log } from '@rest-stop/runtime/log.ts';
import { bulkhead, isBulkheadRejectedError } from 'cockatiel';
import { Piscina } from 'piscina';
import type { CompressJob, Defragged } from '../engine.ts';
import { OpenReading } from './open-reading.ts';
import { refusals } from './refusals.ts';

export type ReadingOptions = {
  threads: number;
  /** Jobs that wait for a thread at most. */
  queue: number;
  /** Memory of one thread, in megabytes: a text that needs more ends its thread, not the process. */
  memoryMb?: number;
};

/** Reads contexts in threads of their own, so that the event loop never waits for one. */
export type Readings = Closable & {
  /** Reads, compresses without a model and verifies. `signal` ends the work by ending its thread; a fresh one takes over. */
  compress(job: CompressJob, signal: AbortSignal): Promise<Defragged>;
  /** Begins to read `content`, for results that are still to come. */
  open(content: string): OpenReading;
};

/** Far longer than the longest content takes: what reads for so long never ends, and keeps the thread from all others. */
const longestReadMs = 10_000;

/** Starts the threads; resolves when each has worked itself warm. */
export async function startReadings({ threads, queue, memoryMb = 256 }: ReadingOptions, log: Log): Promise<Readings> {
  const pool = new Piscina({
    filename: fileURLToPath(new URL('./thread.ts', import.meta.url)),
    name: 'compressed',
    minThreads: threads,
    maxThreads: threads,
    // A thread that waits for a job must hear what comes over the ports of its readings.
    atomics: 'disabled',
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    // Nothing of the process is theirs: no setting, no secret, no preloaded file.
    env: {},
    execArgv: [],
  });
  pool.on('error', (error: unknown) => log.warn({ err: error }, 'a reading thread was lost'));

  // The line stands here: for jobs that can be aborted, the pool's own forgets its bound and its order.
  const line = bulkhead(threads, queue);
  const inLine = <T>(work: () => Promise<T>): Promise<T> =>
    line.execute(work).catch((error: unknown) => {
      throw isBulkheadRejectedError(error) ? refusals.full() : refusals.died(error);
    });
  await Promise.all(Array.from({ length: threads }, () => pool.run(undefined, { name: 'warm' })));

  return {
    async compress(job, signal) {
      try {
        return (await inLine(() => pool.run(job, { signal }))) as Defragged;
      } catch (error) {
        throw signal.aborted ? refusals.gaveUp() : error;
      }
    },
    // Who leaves does not end the thread here: that would take the readings of other jobs along.
    open: (content) =>
      new OpenReading((port) =>
        inLine(() => pool.run({ content, port }, { name: 'held', transferList: [port], signal: AbortSignal.timeout(longestReadMs) })),
      ),
    close: () => pool.destroy(),
  };
}
