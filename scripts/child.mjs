// Dependency-free, runs on Node 20: one child process that shares this process's fate.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';

const FORWARDED = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
const SAME_PRESS_MS = 1_000;
const PARENT_POLL_MS = 500;

/**
 * Runs a program until it ends and returns its exit code (128 + n when signal n ended it).
 *
 * The child has a session of its own, so a Ctrl-C in the terminal reaches only this process, which passes it on once: under `npm start`
 * the same Ctrl-C arrives twice here (from the terminal and from npm). A repetition a second later means "now" and kills.
 * The IPC channel tells the child when this process is gone, however that happened.
 * @param {string} file
 * @param {string[]} args
 * @param {Record<string, string | undefined>} env the child's whole environment
 * @returns {Promise<number>}
 */
export function runChild(file, args, env) {
  const onWindows = process.platform === 'win32';
  const child = spawn(file, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env, detached: !onWindows });
  let firstSignalAt = 0;
  const forward = (signal) => {
    if (onWindows && signal === 'SIGINT') return; // the console has told the child already
    if (firstSignalAt === 0) {
      firstSignalAt = Date.now();
      child.kill(signal);
    } else if (Date.now() - firstSignalAt > SAME_PRESS_MS) child.kill('SIGKILL');
  };
  for (const signal of FORWARDED) process.on(signal, forward);
  const unwatch = watchNpm(() => forward('SIGTERM'));
  return new Promise((resolve) => {
    const done = (code) => {
      unwatch();
      for (const signal of FORWARDED) process.off(signal, forward);
      resolve(code);
    };
    child.once('error', (error) => {
      console.error(`rest-stop: ${file} could not be started: ${error.message}`);
      done(1);
    });
    child.once('exit', (code, signal) => done(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}

/** npm killed with SIGKILL tells nobody; what it ran notices by getting another parent. */
function watchNpm(onGone) {
  if (!process.env.npm_lifecycle_event) return () => {};
  const depth = isShell(process.ppid) ? 2 : 1;
  const first = lineage(depth);
  const timer = setInterval(() => {
    if (lineage(depth) === first) return;
    clearInterval(timer);
    onGone();
  }, PARENT_POLL_MS);
  return () => clearInterval(timer);
}

/** npm runs its scripts by `sh -c`, and some shells stay in between. Only Linux tells about other processes at no cost. */
function isShell(pid) {
  return /^(sh|dash|bash|ash|busybox|zsh)$/.test(stat(pid).name);
}

function lineage(depth) {
  return depth === 1 ? `${process.ppid}` : `${process.ppid} ${stat(process.ppid).parent}`;
}

function stat(pid) {
  try {
    const [, name, parent] = /\((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return { name: name ?? '', parent };
  } catch {
    return { name: '', parent: undefined };
  }
}
