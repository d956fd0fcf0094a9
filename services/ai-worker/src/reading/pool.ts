import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shortTextUnits } from '@rest-stop/contracts/ai-worker.ts';
import { type Closable, closeAll } from '@rest-stop/runtime/lifecycle.ts';
import type { Log } from '@rest-stop/runtime/log.ts';
import { bulkhead, isBulkheadRejectedError } from 'cockatiel';
import { Piscina } from 'piscina';
import type { CompressJob, Defragged } from '../engine.ts';
import { withTimeLimit } from '../time-limit.ts';
import { OpenReading } from './open-reading.ts';
import { refusals } from './refusals.ts';

export type ReadingOptions = {
  /** Threads for long texts. Short ones have one more thread, for themselves. */
  threads: number;
  /** How many jobs may wait for a thread of their kind; more are refused. */
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

/** Many times what the longest legal content takes. A reading that takes longer is taken for endless, and its thread is ended. */
const longestReadMs = 10_000;
/**
 * What a thread has for new objects, in megabytes. V8 moves all of them that live into the old generation at once: with its default of 48 that
 * could pass the limit by so much that the process ended, not the thread.
 */
const youngMb = 32;

/** Where this process keeps what it has compiled: loading is two thirds of a thread's start, and without it each would compile all again. */
function compileCache(): { NODE_COMPILE_CACHE: string } | undefined {
  const versioned = getCompileCacheDir();
  return versioned === undefined ? undefined : { NODE_COMPILE_CACHE: dirname(versioned) };
}

/** Starts the threads; resolves when each is ready for its first job. */
export async function startReadings(options: ReadingOptions, log: Log): Promise<Readings> {
  const [long, short] = await Promise.all([startLane(options, log), startLane({ ...options, threads: 1 }, log)]);
  const laneOf = (content: string) => (content.length <= shortTextUnits ? short : long);
  return {
    compress: (job, signal) => laneOf(job.content).compress(job, signal),
    open: (content) => laneOf(content).open(content),
    close: () => closeAll(long, short),
  };
}

/** Threads with a line of jobs before them. */
async function startLane({ threads, queue, memoryMb = 256 }: ReadingOptions, log: Log): Promise<Readings> {
  const pool = new Piscina({
    filename: fileURLToPath(new URL('./thread.ts', import.meta.url)),
    name: 'compressed',
    minThreads: threads,
    maxThreads: threads,
    // By default an idle thread blocks on Atomics.wait until its next job, and would not see the results that come over the ports of its
    // readings.
    atomics: 'disabled',
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngMb },
    // The threads read what strangers wrote: they get none of the process's settings and secrets, and load none of its preloaded files.
    env: { ...compileCache() },
    execArgv: [],
  });
  pool.on('error', (error: unknown) => log.warn({ err: error }, 'a reading thread was lost'));

  // Piscina's own queue neither keeps its limit nor its order for jobs that can be aborted, so jobs queue here, in front of it.
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
    // The caller's signal is not passed on: aborting ends the thread, and the readings of other jobs that it keeps would be lost.
    open: (content) =>
      new OpenReading((port) =>
        inLine(() =>
          withTimeLimit(longestReadMs, (timeUp) => pool.run({ content, port }, { name: 'held', transferList: [port], signal: timeUp })),
        ),
      ),
    close: () => pool.destroy(),
  };
}
