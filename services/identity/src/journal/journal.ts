import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { interval, type Closable } from '@rest-stop/runtime/lifecycle.ts';
import type { Log } from '@rest-stop/runtime/log.ts';
import { type Entry, expireEntries, fileNameOf, unusableJournal } from './entries.ts';
import { followPosition } from './follow.ts';

/** The internal ids of forgotten agents, kept outside of the database so that they can be deleted again from a restored backup. */
export type Journal = Closable & {
  /** Resolves when the entry is on the disk. */
  record(entry: Entry): Promise<void>;
  /** The highest position that is known to be in the journal; 0 when it is empty. */
  position(): number;
  /** Looks at what other instances have written since the last look, and returns the position that is known then. */
  look(): Promise<number>;
};

type Options = { directory: string; keptDays: number; log: Log; now?: () => Date };

const expireEveryMs = 3_600_000;

/**
 * Opens the journal in `directory`. All instances share the directory, and each appends to files of its own, so they need no locks.
 * @throws StartupError when the directory cannot be used or one of its files cannot be read as a journal
 */
export async function openJournal({ directory, keptDays, log, now = () => new Date() }: Options): Promise<Journal> {
  const expire = () => expireEntries(directory, keptDays, now());
  const followed = followPosition(directory);
  let position = 0;
  const raise = (to: number) => (position = Math.max(position, to));
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await expire();
    raise(await followed.look());
  } catch (error) {
    throw unusableJournal(directory, error);
  }
  const append = appender(directory, now);
  const expiring = interval(expireEveryMs, log, 'expire the erasure journal', expire);
  return {
    async record(entry) {
      await append.write(entry);
      raise(entry.position);
    },
    position: () => position,
    look: async () => raise(await followed.look()),
    async close() {
      await expiring.close();
      await append.close();
    },
  };
}

/** Writes one entry after the other and waits until each is on the disk. Begins a new file each day (UTC). */
function appender(directory: string, now: () => Date) {
  let file: { day: string; handle: FileHandle } | undefined;
  let last: Promise<void> = Promise.resolve();

  async function write(entry: Entry): Promise<void> {
    const day = now().toISOString().slice(0, 10);
    if (file?.day !== day) {
      await close();
      file = { day, handle: await createFile(directory, day) };
    }
    try {
      await file.handle.appendFile(`${JSON.stringify(entry)}\n`);
      await file.handle.sync();
    } catch (error) {
      // The file may now end in half a line. Readers skip that only at the end of a file, so the next entry begins a new one.
      await close().catch(() => {});
      throw error;
    }
  }

  async function close(): Promise<void> {
    const open = file;
    file = undefined;
    await open?.handle.close();
  }

  return {
    write(entry: Entry): Promise<void> {
      const written = last.then(() => write(entry));
      last = written.catch(() => {});
      return written;
    },
    close: () => last.then(close),
  };
}

/** Creates a file and syncs the directory too: otherwise a crash could lose the file's name, and with it all its entries. */
async function createFile(directory: string, day: string): Promise<FileHandle> {
  const handle = await open(join(directory, fileNameOf(day, randomUUID())), 'ax', 0o600);
  const parent = await open(directory, 'r');
  try {
    await parent.sync();
  } finally {
    await parent.close();
  }
  return handle;
}
