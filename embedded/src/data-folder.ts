import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { StartupError } from '@rest-stop/runtime/env.ts';
import type { Closable } from '@rest-stop/runtime/lifecycle.ts';

/**
 * Locks `folder` for this process, because two database engines on the same files would destroy them. A lock that was left behind by a process
 * that is gone is taken over.
 * @throws StartupError when the folder cannot be used or another process holds it.
 */
export async function claimDataFolder(folder: string): Promise<Closable & { path: string }> {
  const path = resolve(folder);
  const lock = join(path, 'lock');
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await takeLock(lock);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(
      `cannot use the data folder ${path} (${(error as { code?: string }).code}); set DATA_DIR to a folder that can be written`,
    );
  }
  return { path, close: () => rm(lock, { force: true }) };
}

async function takeLock(lock: string): Promise<void> {
  for (;;) {
    const file = await open(lock, 'wx').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    if (file) {
      await file.writeFile(String(process.pid));
      return file.close();
    }
    const holder = Number(await readFile(lock, 'utf8'));
    if (isRunning(holder)) {
      throw new StartupError(`process ${holder} already uses this data folder; stop it, or set DATA_DIR to another folder (lock: ${lock})`);
    }
    await rm(lock, { force: true });
  }
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
