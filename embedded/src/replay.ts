import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { readEntries } from '@rest-stop/identity/journal/entries.ts';
import { type Replay, replayJournal } from '@rest-stop/identity/journal/replay.ts';
import { migrations as identityMigrations } from '@rest-stop/identity/migrations.ts';
import { StartupError } from '@rest-stop/runtime/env.ts';
import { type Closable, closeAll } from '@rest-stop/runtime/lifecycle.ts';
import { migrate } from '@rest-stop/runtime/postgres/migrate.ts';
import { InFlight } from '@rest-stop/stay/ai/in-flight.ts';
import { erase } from '@rest-stop/stay/erasure/erase.ts';
import { migrations as stayMigrations } from '@rest-stop/stay/migrations.ts';
import { claimDataFolder } from './data-folder.ts';
import { embeddedDatabase } from './database.ts';
import { migrations } from './migrations.ts';
import { forgetSweeps } from './sweep.ts';

/**
 * Deletes every agent that the journal names from the restored data folder of a stopped process. Their rows of stay are deleted at once too:
 * otherwise their reviews would be public from the start of the process until the relay reaches them. The next start removes their bytes.
 * @throws StartupError when there is no database in `folder`, it is in use, or the journal cannot be read
 */
export async function replayInFolder(folder: string, journal: string, all: boolean): Promise<Replay> {
  const files = join(folder, 'postgres');
  await access(join(files, 'PG_VERSION')).catch((error: unknown) => {
    throw new StartupError(`there is no database in the data folder ${folder}`, { cause: error });
  });
  const opened: Closable[] = [await claimDataFolder(folder)];
  try {
    const db = await embeddedDatabase(files);
    opened.unshift(db);
    for (const { schema, directory } of [identityMigrations, stayMigrations, migrations]) await migrate(db, schema, directory);
    const replay = await replayJournal(db, journal, all);
    const stay = { db, inFlight: new InFlight(), now: () => new Date() };
    for (const { agent } of await readEntries(journal)) await erase(stay, agent);
    await forgetSweeps(db);
    return replay;
  } finally {
    await closeAll(...opened);
  }
}
