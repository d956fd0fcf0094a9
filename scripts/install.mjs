// Dependency-free, runs on Node 20: it decides what the rest of the project is allowed to import.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fail } from './node24.mjs';

const LOCK_STALE_MS = 15 * 60_000;
const UNREACHABLE = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ENOTCACHED|ERR_SOCKET_TIMEOUT)\b/;

/**
 * Whether node_modules lacks something that the lockfile asks for. Both arguments are parsed npm lockfiles: package-lock.json and
 * npm's own record of what it installed (node_modules/.package-lock.json, written last, so an interrupted install has none).
 * Contents are compared, never times: a fresh clone may carry any mtime. Optional packages may be missing (other platforms).
 * @param {{packages: Record<string, Record<string, unknown>>}} wanted
 * @param {{packages?: Record<string, Record<string, unknown>>} | undefined} installed
 * @param {{dev: boolean}} options whether development packages are needed too
 */
export function needsInstall(wanted, installed, { dev }) {
  if (!installed?.packages) return true;
  return Object.entries(wanted.packages).some(([path, want]) => {
    const have = installed.packages[path];
    if (have) return have.version !== want.version || have.integrity !== want.integrity;
    const mayBeAbsent = path === '' || want.optional || want.devOptional || (want.dev && !dev);
    return !mayBeAbsent;
  });
}

/**
 * Installs the packages when they are missing or differ from the lockfile; otherwise does nothing. Two processes that start at once
 * take turns. Exits the process with one clear line when npm cannot do it.
 * @param {string} root the repository
 * @param {{dev: boolean}} options whether development packages are needed too
 */
export async function ensureInstalled(root, options) {
  if (!isBehind(root, options)) return;
  const release = await takeTurn(root);
  try {
    if (!isBehind(root, options)) return;
    console.log('Installing packages (first run)…');
    const { code, output } = await npmCi(root);
    if (code !== 0) explain(code, output);
  } finally {
    release();
  }
}

function isBehind(root, options) {
  const wanted =
    readJson(join(root, 'package-lock.json')) ?? fail('package-lock.json is missing or unreadable: this is not a complete clone.');
  return needsInstall(wanted, readJson(join(root, 'node_modules', '.package-lock.json')), options);
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Runs `npm ci`; a signal to this process ends npm too. The code is null when npm could not be started at all. */
function npmCi(root) {
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  // Under `npm start` npm names its own script: the one npm that is certain to be there.
  const own = process.env.npm_execpath?.endsWith('.js') ? process.env.npm_execpath : undefined;
  const options = { cwd: root, stdio: /** @type {const} */ (['ignore', 'pipe', 'pipe']) };
  const child = own
    ? spawn(process.execPath, [own, ...args], options)
    : spawn('npm', args, { ...options, shell: process.platform === 'win32' });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const stop = () => child.kill('SIGTERM');
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stop);
  return new Promise((resolve) => {
    const done = (code) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, stop);
      resolve({ code, output });
    };
    child.once('error', () => done(null));
    child.once('close', (code) => done(code ?? 130));
  });
}

function explain(code, output) {
  if (code === null) fail('npm was not found: install Node 20 or newer together with npm (https://nodejs.org), then run this again.');
  const unreachable = UNREACHABLE.exec(output);
  if (unreachable) fail(`The package registry cannot be reached (${unreachable[1]}): check the network or proxy, then run this again.`);
  process.stderr.write(output);
  fail(`npm ci failed with exit code ${code}; its output is above.`);
}

/** Waits until no other live process installs here, then holds the lock file until the returned function is called. */
async function takeTurn(root) {
  const file = join(root, '.rest-stop', 'install.lock');
  mkdirSync(join(root, '.rest-stop'), { recursive: true });
  let said = false;
  for (;;) {
    if (await tryLock(file)) break;
    if (!said) console.log('Waiting for another process that is installing packages…');
    said = true;
    await sleep(200);
  }
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  return () => {
    process.off('exit', release);
    release();
  };
}

async function tryLock(file) {
  if (holderIsGone(file)) rmSync(file, { force: true });
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
  } catch {
    return false;
  }
  // Two that remove the same dead lock at once may both get here; the later writer wins and the other one sees it.
  await sleep(50);
  return readPid(file) === process.pid;
}

function readPid(file) {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function holderIsGone(file) {
  const pid = readPid(file);
  if (!pid) return false;
  try {
    if (Date.now() - statSync(file).mtimeMs > LOCK_STALE_MS) return true;
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
