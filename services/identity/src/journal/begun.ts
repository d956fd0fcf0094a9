import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '@rest-stop/runtime/postgres/sql.ts';
import { listFiles, passOver, unusableJournal } from './entries.ts';
import { isUsed } from './store.ts';

/** Lies in a journal that was ever used, also when all its entries have expired. */
const mark = 'begun';

/** Why this journal should not be used in production: nothing was ever written there, though the database has agents or erasures. */
export async function insecureJournal(directory: string, db: Db): Promise<'journal-empty' | undefined> {
  try {
    const known = (await stat(join(directory, mark)).catch(passOver('ENOENT'))) ?? (await listFiles(directory))[0];
    return known === undefined && (await isUsed(db)) ? 'journal-empty' : undefined;
  } catch (error) {
    throw unusableJournal(directory, error);
  }
}

/** From now on the journal counts as the one of this database. */
export async function beginJournal(directory: string): Promise<void> {
  try {
    const handle = await open(join(directory, mark), 'a', 0o600);
    await handle.sync();
    await handle.close();
  } catch (error) {
    throw unusableJournal(directory, error);
  }
}
