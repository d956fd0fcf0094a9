import { execFileSync } from 'node:child_process';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@rest-stop/testing/process/reaping.ts';
import { describe } from 'vitest';

/** A file system of its own that can be filled to the last block. */
export type SmallDisk = {
  path: string;
  /** Takes all room but `leaveBytes`. */
  fill(leaveBytes?: number): void;
  makeRoom(): void;
  remove(): void;
};

/** Mounts an empty file system of `megabytes` in memory. @throws where this user may not mount one */
export function smallDisk(megabytes: number): SmallDisk {
  const { path, remove } = temporaryDirectory();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'rest-stop-test', path], { stdio: 'pipe' });
  } catch (error) {
    remove();
    throw error;
  }
  const ballast = join(path, 'ballast');
  return {
    path,
    fill(leaveBytes = 0) {
      const { bfree, bsize } = statfsSync(path);
      const bytes = Math.max(0, bfree * bsize - leaveBytes);
      try {
        writeFileSync(ballast, Buffer.alloc(leaveBytes > 0 ? bytes : bytes + bsize));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    },
    makeRoom: () => rmSync(ballast, { force: true }),
    remove() {
      execFileSync('umount', ['-l', path]);
      remove();
    },
  };
}

const obstacle = (() => {
  try {
    smallDisk(1).remove();
    return undefined;
  } catch {
    return 'no small file system can be mounted here';
  }
})();

/** A `describe` that needs small disks; skipped with the reason in its name where none can be mounted. */
export function describeWithSmallDisks(name: string, body: () => void): void {
  if (obstacle === undefined) describe(name, body);
  else describe.skip(`${name} [skipped: ${obstacle}]`, body);
}
