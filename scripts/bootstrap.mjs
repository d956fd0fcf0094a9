// Dependency-free, runs on Node 20: from a fresh clone to a program that runs under Node 24.
import { delimiter, dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { runChild } from './child.mjs';
import { ensureInstalled } from './install.mjs';
import { node24, requireBootstrapNode } from './node24.mjs';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/**
 * Makes the packages and Node 24 available, then runs a program of this repository under it.
 * @param {string[]} args the program and its arguments; a relative program is looked up in the current directory
 * @param {object} options
 * @param {boolean} options.dev whether the program needs the development packages
 * @param {'program' | 'preload'} options.parentWatch who ends the program when this process is killed: the program itself
 *   (REST_STOP_PARENT_IPC=1: it ends when its IPC channel closes) or a preloaded module
 * @param {Record<string, string>} [options.env] additions to the environment
 * @returns {Promise<number>} its exit code
 */
export async function launch(args, { dev, parentWatch, env = {} }) {
  requireBootstrapNode();
  await ensureInstalled(root, { dev });
  const node = node24(root);
  const preload = parentWatch === 'preload';
  const watch = preload ? ['--import', pathToFileURL(resolve(root, 'scripts/parent-watch.mjs')).href] : [];
  return runChild(node, [...watch, ...args], {
    // Loading is more than half of a start, and most of that is compiling. Node does without a folder that it cannot write.
    NODE_COMPILE_CACHE: resolve(root, 'node_modules/.cache/compiled'),
    ...process.env,
    PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`,
    [preload ? 'REST_STOP_WATCH_PARENT' : 'REST_STOP_PARENT_IPC']: '1',
    ...env,
  });
}
