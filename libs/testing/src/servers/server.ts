import { spawn, type ChildProcess } from 'node:child_process';
import { chownSync, closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { problemOf } from './answers.ts';
import { freePort } from './network.ts';
import { childrenOf, untilGone, signal, standsStill } from './processes.ts';
import { tellReaper, temporaryDirectory } from './reaping.ts';

const READY_WITHIN_MS = 30_000;
const STOP_WITHIN_MS = 5_000;
const PORT_ATTEMPTS = 3;

/** Options of every server. */
export type ServerOptions = {
  /** Where it keeps its data. Given: it outlives the server, so that the same data can be started again. Default: temporary. */
  dir?: string;
  /** The TCP port on 127.0.0.1. Default: a free one. */
  port?: number;
  /** More command line arguments; they come last and so win over the defaults. */
  args?: readonly string[];
};

/** A server that runs as a child process. */
export type Server = {
  url: string;
  port: number;
  pid: number;
  dir: string;
  /** The file that holds what the server printed. */
  log: string;
  /** Ends it in its orderly way (by force after 5 s) and removes its directory unless the caller gave one. */
  stop(): Promise<void>;
  /** Sends a signal to it and its children. Waits for the end, except after SIGSTOP and SIGCONT. */
  kill(signal: NodeJS.Signals): Promise<void>;
};

/** How one kind of server is run. */
export type ServerKind = {
  file: string;
  url(port: number): string;
  args(run: { dir: string; port: number }): readonly string[];
  /** Resolves when the server answers. */
  ready(port: number): Promise<void>;
  /** Makes a new directory usable; called for a directory that was used before, too. */
  prepare?(dir: string): Promise<void>;
  stopSignal: NodeJS.Signals;
  /** The user to run as; undefined: the present one. */
  owner?: { uid: number; gid: number } | undefined;
};

/** Starts a server and waits until it answers. Rejects, with the end of its output, when it does not. */
export async function startServer(kind: ServerKind, options: ServerOptions): Promise<Server> {
  const { path: dir, remove } = options.dir === undefined ? temporaryDirectory() : { path: options.dir, remove: () => undefined };
  try {
    mkdirSync(dir, { recursive: true });
    if (kind.owner) chownSync(dir, kind.owner.uid, kind.owner.gid);
    await kind.prepare?.(dir);
    const run = await startOnSomePort(kind, dir, options);
    return handle(kind, dir, run, remove);
  } catch (error) {
    remove();
    throw error;
  }
}

type Run = { child: ChildProcess; pid: number; port: number; exited: Promise<void> };

/** Another process may take a free port before the server does; then another port is tried. */
async function startOnSomePort(kind: ServerKind, dir: string, options: ServerOptions): Promise<Run> {
  for (let attempt = 1; ; attempt += 1) {
    const run = spawnServer(kind, dir, options.port ?? (await freePort()), options.args ?? []);
    try {
      await untilReady(kind, run, dir);
      return run;
    } catch (error) {
      await end(run, 'SIGKILL');
      if (options.port !== undefined || attempt === PORT_ATTEMPTS) throw error;
    }
  }
}

function spawnServer(kind: ServerKind, dir: string, port: number, more: readonly string[]): Run {
  const log = openSync(logOf(dir), 'a');
  // Of its own session: a Ctrl-C meant for the tests must not take the servers away under them.
  const child = spawn(kind.file, [...kind.args({ dir, port }), ...more], {
    cwd: dir,
    stdio: ['ignore', log, log],
    detached: true,
    ...kind.owner,
  });
  closeSync(log);
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  if (child.pid === undefined) throw new Error(`${kind.file} could not be started`);
  child.unref();
  const pid = child.pid;
  tellReaper({ pid });
  void exited.then(() => tellReaper({ pid, forget: true }));
  return { child, pid, port, exited };
}

async function untilReady(kind: ServerKind, run: Run, dir: string): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  for (;;) {
    const problem = await problemOf(kind.ready(run.port));
    // Another process on the same port may have answered: the answer counts only while our own process lives.
    if (hasExited(run)) throw new Error(`${kind.file} ended while starting:\n${tail(logOf(dir))}`);
    if (problem === undefined) return;
    if (Date.now() > deadline) throw new Error(`${kind.file} does not answer: ${problem}\n${tail(logOf(dir))}`);
    await sleep(30);
  }
}

function handle(kind: ServerKind, dir: string, run: Run, removeDirectory: () => void): Server {
  return {
    url: kind.url(run.port),
    port: run.port,
    pid: run.pid,
    dir,
    log: logOf(dir),
    async stop() {
      await end(run, kind.stopSignal);
      removeDirectory();
    },
    async kill(name) {
      if (hasExited(run)) return;
      const pids = [run.pid, ...childrenOf(run.pid)];
      for (const pid of pids) signal(pid, name);
      if (name === 'SIGSTOP') for (const pid of pids) await standsStill(pid);
      if (name === 'SIGSTOP' || name === 'SIGCONT') return;
      await run.exited;
      // A killed child may still hold the memory that it shared with the others, and a new server refuses to start beside it.
      if (name === 'SIGKILL') await Promise.all(pids.map(untilGone));
    },
  };
}

async function end(run: Run, name: NodeJS.Signals): Promise<void> {
  if (hasExited(run)) return;
  const children = childrenOf(run.pid);
  signal(run.pid, name);
  // A stopped process takes no other signal than SIGCONT and SIGKILL.
  for (const pid of [run.pid, ...children]) signal(pid, 'SIGCONT');
  const timer = setTimeout(() => {
    for (const pid of [run.pid, ...children]) signal(pid, 'SIGKILL');
  }, STOP_WITHIN_MS);
  await run.exited;
  clearTimeout(timer);
}

function hasExited({ child }: Run): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function logOf(dir: string): string {
  return join(dir, 'server.log');
}

function tail(file: string): string {
  return readFileSync(file, 'utf8').slice(-2_000);
}
