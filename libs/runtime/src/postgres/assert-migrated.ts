import { readdir } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { StartupError } from '../env.ts';
import { type Db, many } from './sql.ts';

/** Where the numbered SQL files of one schema are. */
export type Migrations = { schema: string; directory: URL };

const Name = z.object({ name: z.string() });
const tryAgainAfterMs = 500;

/**
 * Waits at most `waitMs` until every SQL file of `migrations` has been applied: a job with the owner's role does that, not the service.
 * Applied files that this version does not know are ignored: during a rolling update the old version starts on the new schema.
 * @throws StartupError naming the files that are missing, or the error code when the list cannot be read.
 */
export async function assertMigrated(db: Db, { schema, directory }: Migrations, waitMs: number): Promise<void> {
  const files = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  const giveUpAt = Date.now() + waitMs;
  for (;;) {
    const problem = await problemOf(db, schema, files);
    if (problem === undefined) return;
    if (Date.now() + tryAgainAfterMs > giveUpAt) throw new StartupError(`schema ${schema}: ${problem}; run the migrations first`);
    await setTimeout(tryAgainAfterMs);
  }
}

/** Why the service cannot start yet, in a few words; undefined when all `files` have been applied. */
async function problemOf(db: Db, schema: string, files: string[]): Promise<string | undefined> {
  try {
    const rows = await many(db, Name, { text: `select name from "${schema}".migration`, values: [] });
    const applied = new Set(rows.map(({ name }) => name));
    const missing = files.filter((name) => !applied.has(name));
    return missing.length > 0 ? `not applied yet: ${missing.join(', ')}` : undefined;
  } catch (error) {
    return `its list of migrations cannot be read (${codeOf(error)})`;
  }
}

/** The code is enough to tell a missing schema, a missing permission and an outage apart; the message may hold names. */
function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : 'no code';
}
