import { ApiError } from '@rest-stop/contracts/errors.ts';
import { interval, type Closable } from '@rest-stop/runtime/lifecycle.ts';
import type { Log } from '@rest-stop/runtime/log.ts';
import type { Database } from '@rest-stop/runtime/postgres/pool.ts';
import type { Journal } from './journal.ts';
import { readPosition } from './store.ts';

/** Compares the database with the journal. A database that is behind was restored from a backup and holds agents that are forgotten. */
export type RestoreCheck = Closable & {
  /** Whether the database has all erasures of the journal; false until the first comparison. */
  isCurrent(): boolean;
  /** @throws ApiError `unavailable` while the database is not current */
  assertCurrent(): void;
  /**
   * A transaction on a database that has all erasures which this instance knows of: an older one may have taken its place since the last comparison.
   * @throws ApiError `unavailable`, having done nothing, when it has not
   */
  transaction: Database['transaction'];
};

/** For a service without a journal: there is nothing to compare with, so nothing is refused. */
export function noRestoreCheck({ transaction }: Database): RestoreCheck {
  return { isCurrent: () => true, assertCurrent: () => {}, transaction, close: async () => {} };
}

/** Compares at once and then every `everyMs`. While the database or the journal cannot be read, the last result stays. */
export function startRestoreCheck(db: Database, journal: Journal, log: Log, everyMs: number): RestoreCheck {
  let current = false;
  const found = (database: number, journaled: number) => {
    current = database >= journaled;
    if (!current) {
      log.error({ database, journal: journaled }, 'the database was restored from before the last erasures: run erasures:replay');
    }
  };
  const compare = async () => {
    // In this order: an erasure is in the database before it is in the journal, so one that comes in between never makes the journal seem ahead.
    const journaled = await journal.look();
    found(await readPosition(db), journaled);
  };
  const assertCurrent = () => {
    if (!current) throw new ApiError('unavailable', 'This service is being restored. Try again later.', { retryAfterSeconds: 30 });
  };
  const first = compare().catch((error: unknown) => log.warn({ err: error }, 'the position of the erasure journal could not be compared'));
  const timer = interval(everyMs, log, 'compare the erasure journal', compare);
  return {
    isCurrent: () => current,
    assertCurrent,
    async transaction(work, limitMs) {
      assertCurrent();
      const journaled = journal.position();
      return db.transaction(async (tx) => {
        const database = await readPosition(tx);
        if (database < journaled) found(database, journaled);
        assertCurrent();
        return work(tx);
      }, limitMs);
    },
    async close() {
      await timer.close();
      await first;
    },
  };
}
