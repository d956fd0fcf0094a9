import { chmod, mkdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { StartupError } from '@rest-stop/runtime/env.ts';
import type { Closable } from '@rest-stop/runtime/lifecycle.ts';
import { LockHeldError, takeLock } from './folder-lock.ts';

/**
 * Locks `folder` for this process, because two database engines on the same files would destroy them, and closes it to other users.
 * @throws StartupError when the folder cannot be used or another process holds it.
 */
export async function claimDataFolder(folder: string): Promise<Closable & { path: string }> {
  const path = resolve(folder);
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await chmod(path, 0o700);
    await removeOldLock(join(path, 'lock'));
    const lock = await takeLock(join(path, 'lock'));
    return { path, close: () => lock.close() };
  } catch (error) {
    if (error instanceof LockHeldError)
      throw new StartupError(`process ${error.holder} already uses this data folder; stop it, or set DATA_DIR to another folder (${path})`);
    if (error instanceof StartupError) throw error;
    throw new StartupError(
      `cannot use the data folder ${path} (${(error as { code?: string }).code}); set DATA_DIR to a folder of this user on a local disk`,
    );
  }
}

/** Earlier versions kept the number of their process in a file of this name. */
async function removeOldLock(lock: string): Promise<void> {
  const holder = await readFile(lock, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'EISDIR') throw error;
  });
  if (holder === undefined) return;
  if (isRunning(Number(holder))) throw new LockHeldError(holder);
  await rm(lock, { force: true });
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
