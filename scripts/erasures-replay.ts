import { parseArgs } from 'node:util';
import { type Replay, replayJournal } from '@rest-stop/identity/journal/replay.ts';
import { migrations } from '@rest-stop/identity/migrations.ts';
import { databaseUrl, readEnv, StartupError } from '@rest-stop/runtime/env.ts';
import { runProcess } from '@rest-stop/runtime/lifecycle.ts';
import { assertMigrated } from '@rest-stop/runtime/postgres/assert-migrated.ts';
import { assertReachable, createPool, openDatabase } from '@rest-stop/runtime/postgres/pool.ts';
import { z } from 'zod';

/** Makes a restored database of identity forget again whom the erasure journal names; identity then has every service do the same. */
const Env = z.object({ DATABASE_URL: databaseUrl.optional(), DATA_DIR: z.string().optional(), ERASURE_JOURNAL: z.string() });
const waitMs = 10_000;

await runProcess('erasures-replay', async () => {
  const { DATABASE_URL: url, DATA_DIR: folder, ERASURE_JOURNAL: journal } = readEnv(Env, process.env);
  const { all } = parseArgs({ options: { all: { type: 'boolean', default: false } } }).values;
  const { entries, deleted, recorded } = url ? await onServer(url, journal, all) : await inFolder(folder, journal, all);
  process.stdout.write(
    `${entries} erasures in the journal: ${deleted} agents deleted again, ${recorded} erasures recorded for all services\n`,
  );
  process.exit(0);
});

async function onServer(url: string, journal: string, all: boolean): Promise<Replay> {
  const db = openDatabase(createPool(url, 1));
  await assertReachable(db, new URL(url).host, waitMs);
  await assertMigrated(db, migrations, waitMs);
  const replay = await replayJournal(db, journal, all);
  await db.close();
  return replay;
}

/** The folder has no default here: a replay into the wrong database would say that all is well. */
async function inFolder(folder: string | undefined, journal: string, all: boolean): Promise<Replay> {
  if (!folder) throw new StartupError('DATABASE_URL, or for a data folder of `npm start` DATA_DIR, must say what was restored');
  // Loaded when it is needed: an image of the services has no embedded mode.
  const { replayInFolder } = await import('@rest-stop/embedded/replay.ts');
  return replayInFolder(folder, journal, all);
}
