import { type Journal, openJournal } from '@rest-stop/identity/journal/journal.ts';
import { readPosition } from '@rest-stop/identity/journal/store.ts';
import { StartupError } from '@rest-stop/runtime/env.ts';
import type { Log } from '@rest-stop/runtime/log.ts';
import type { Db } from '@rest-stop/runtime/postgres/sql.ts';
import type { Config } from './config.ts';

/** Opens the erasure journal, if one is configured. @throws StartupError when it cannot be used */
export async function configuredJournal(config: Config, log: Log): Promise<Journal | undefined> {
  return config.journal && openJournal({ ...config.journal, log });
}

/**
 * Refuses to start on a database that is older than its journal. A separate identity service would start and answer 503; here all services
 * start together, and the reviews of forgotten agents would be public until the replay.
 * @throws StartupError naming what to do
 */
export async function assertNotRestored(db: Db, journal: Journal): Promise<void> {
  if ((await readPosition(db)) >= journal.position()) return;
  throw new StartupError(
    'the database was restored from before the last erasures: run erasures:replay, then start again (docs/operations/erasure.md)',
  );
}
