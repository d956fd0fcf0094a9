import { type Database, longWorkMs } from '@rest-stop/runtime/postgres/pool.ts';
import { highestPosition, readEntries, unusableJournal } from './entries.ts';
import { raisePosition, replayEntries } from './store.ts';

const batchSize = 1_000;

export type Replay = { entries: number; deleted: number; recorded: number };

/**
 * Deletes from a restored database every agent that the journal in `directory` names, in one transaction. May be repeated.
 * @param all also records erasures that this database knows already, so that all services delete again: for when another service was restored
 * @throws StartupError when the journal cannot be read
 */
export async function replayJournal(db: Database, directory: string, all: boolean): Promise<Replay> {
  const entries = await readEntries(directory).catch((error: unknown) => {
    throw unusableJournal(directory, error);
  });
  return db.transaction(async (tx) => {
    const replay = { entries: entries.length, deleted: 0, recorded: 0 };
    for (let i = 0; i < entries.length; i += batchSize) {
      const { deleted, recorded } = await replayEntries(tx, entries.slice(i, i + batchSize), all);
      replay.deleted += deleted;
      replay.recorded += recorded;
    }
    await raisePosition(tx, highestPosition(entries));
    return replay;
  }, longWorkMs);
}
