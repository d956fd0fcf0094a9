import { ApiError } from '@rest-stop/contracts/errors.ts';
import { interval, type Closable } from '@rest-stop/runtime/lifecycle.ts';
import type { Log } from '@rest-stop/runtime/log.ts';
import type { Db } from '@rest-stop/runtime/postgres/sql.ts';
import type { Journal } from './journal.ts';
import { readPosition } from './store.ts';

/** Shut while the database is known to be older than the journal, that is, while it holds agents who are forgotten. */
export type RestoreCheck = Closable & {
  isCurrent(): boolean;
  /** @throws ApiError `unavailable` while it is shut */
  assertCurrent(): void;
};

/** For a service without a journal: nothing can be found out, so nothing is refused. */
export const noRestoreCheck: RestoreCheck = { isCurrent: () => true, assertCurrent: () => {}, close: async () => {} };

/** Looks at once and then every `everyMs`; shut until the first compare. While the database does not answer it stays as it was. */
export function startRestoreCheck(db: Db, journal: Journal, log: Log, everyMs: number): RestoreCheck {
  let current = false;
  const compare = async () => {
    const database = await readPosition(db);
    current = database >= journal.position();
    if (!current) {
      log.error({ database, journal: journal.position() }, 'the database was restored from before the last erasures: run erasures:replay');
    }
  };
  const first = compare().catch((error: unknown) => log.warn({ err: error }, 'the position of the erasure journal could not be compared'));
  const timer = interval(everyMs, log, 'compare the erasure journal', compare);
  return {
    isCurrent: () => current,
    assertCurrent() {
      if (!current) throw new ApiError('unavailable', 'This service is being restored. Try again later.', { retryAfterSeconds: 30 });
    },
    async close() {
      await timer.close();
      await first;
    },
  };
}
