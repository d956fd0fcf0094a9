import { type Journal, openJournal } from '@rest-stop/identity/journal/journal.ts';
import { readPosition } from '@rest-stop/identity/journal/store.ts';
import { StartupError } from '@rest-stop/runtime/env.ts';
import type { Log } from '@rest-stop/runtime/log.ts';
import type { Db } from '@rest-stop/runtime/postgres/sql.ts';
import type { Config } from './config.ts';

/** The erasure journal that the settings name, if they do. @throws StartupError when it cannot be used */
export async function configuredJournal(config: Config, log: Log): Promise<Journal | undefined> {
  return config.journal && openJournal({ ...config.journal, log });
}

/**
 * One process must not even start on a database that is older than its journal: there is no gateway that could be held back alone, and
 * the reviews of who is forgotten would be public until the replay.
 * @throws StartupError naming what to do
 */
export async function assertNotRestored(db: Db, journal: Journal): Promise<void> {
  if ((await readPosition(db)) >= journal.position()) return;
  throw new StartupError(
    'the database was restored from before the last erasures: run erasures:replay, then start again (docs/operations/erasure.md)',
  );
}
