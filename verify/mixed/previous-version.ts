import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { repository } from '@rest-stop/testing/deployment/child.ts';
import { temporaryDirectory } from '@rest-stop/testing/process/reaping.ts';

/** The sources of another version, in a folder of its own. */
export type Previous = { path: string; commit: string; remove(): void };

/** Checks `revision` out beside this version. It runs with the dependencies that are installed here. @throws where there is no such history */
export function checkOut(revision: string): Previous {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: repository, encoding: 'utf8' }).trim();
  const commit = git('rev-parse', '--short', `${revision}^{commit}`);
  const { path, remove } = temporaryDirectory();
  const sources = join(path, commit);
  git('worktree', 'add', '--detach', sources, commit);
  for (const folder of withPackages(repository)) linkPackages(folder, sources);
  return {
    path: sources,
    commit,
    remove() {
      git('worktree', 'remove', '--force', sources);
      remove();
    },
  };
}

/** The folders, relative to `root`, that have packages of their own. */
function withPackages(root: string): string[] {
  const workspaces = ['libs', 'services'].flatMap((group) => readdirSync(join(root, group)).map((name) => `${group}/${name}`));
  return ['', ...workspaces].filter((folder) => readdirSync(join(root, folder)).includes('node_modules'));
}

/** Links each installed package, except that packages of this project become those of `sources`. */
function linkPackages(folder: string, sources: string): void {
  const installed = join(repository, folder, 'node_modules');
  const target = join(sources, folder, 'node_modules');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(join(target, '@rest-stop'), { recursive: true });
  for (const name of readdirSync(installed)) if (name !== '@rest-stop') symlinkSync(join(installed, name), join(target, name));
  if (!readdirSync(installed).includes('@rest-stop')) return;
  for (const name of readdirSync(join(installed, '@rest-stop'))) {
    const there = resolve(installed, '@rest-stop', readlinkSync(join(installed, '@rest-stop', name)));
    symlinkSync(join(sources, there.slice(repository.length)), join(target, '@rest-stop', name));
  }
}
