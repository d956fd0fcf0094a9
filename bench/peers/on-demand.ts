import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * The folder in whose node_modules these packages of npm are, each named with its version. A peer that only the bench knows is no dependency of
 * this project: it is installed once into a folder of its own, without its scripts. `missing`: why it is not to be had, in a few words.
 */
export async function installed(...packages: string[]): Promise<{ folder: string } | { missing: string }> {
  const folder = join(tmpdir(), `bench-peer-${hash('sha256', packages.join()).slice(0, 16)}`);
  if (existsSync(folder)) return { folder };
  const fresh = await mkdtemp(`${folder}-`);
  try {
    await run('npm', ['install', '--prefix', fresh, '--no-audit', '--no-fund', '--ignore-scripts', ...packages], { timeout: 180_000 });
    // Another run may have been faster; its folder is as good.
    await rename(fresh, folder).catch(() => rm(fresh, { recursive: true }));
    return { folder };
  } catch {
    await rm(fresh, { recursive: true, force: true });
    return { missing: `npm could not install ${packages.join(', ')}` };
  }
}
