import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Closable } from '@rest-stop/runtime/lifecycle.ts';
import { tellReaper } from './reaping.ts';
import { childrenOf, signal, standsStill, untilGone } from './signals.ts';

/** How a program is run. */
export type Program = {
  file: string;
  args: readonly string[];
  cwd: string;
  env?: Record<string, string>;
  /** The user to run it as. Undefined: the present one. */
  owner?: { uid: number; gid: number } | undefined;
  /** The file to which everything that it prints is appended. */
  log: string;
  /** What asks it to end in its orderly way. */
  stopSignal: NodeJS.Signals;
  /** Why it cannot be used yet, undefined once it can. Asked again and again after a start, with what was printed since then. */
  problem(output: string): Promise<string | undefined>;
};

/** A program that runs as a process of its own, and can be started again after it was killed. */
export type Running = Closable & {
  readonly pid: number;
  /** Everything that it has printed, in all of its starts. */
  output(): string;
  /** The exit code of the present process, or the signal that ended it. */
  readonly exited: Promise<number | NodeJS.Signals>;
  /** Sends a signal. After SIGKILL resolves when nothing of the process is left, after SIGSTOP when it stands still. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Kills it and after `downMs` starts it again in the same way. Resolves when it is ready. */
  crash(downMs?: number): Promise<void>;
  /** Whether it ended by itself: nobody here ended it, and yet it is gone. */
  died(): boolean;
  /** Ends it in its orderly way, by force if that takes too long. A process that is stopped goes on first. */
  close(): Promise<void>;
};

const readyWithinMs = 110_000;
const closeWithinMs = 15_000;
const shownCharacters = 10_000;

type Started = { child: ChildProcess; pid: number; exited: Promise<number | NodeJS.Signals>; output(): string };

/** Starts a program and waits until it is ready. @throws with the end of what it printed when it ends before, or is too late */
export async function startProcess(program: Program): Promise<Running> {
  let present = await startOnce(program);
  let ended = false;
  const running: Running = {
    get pid() {
      return present.pid;
    },
    get exited() {
      return present.exited;
    },
    output: () => readFileSync(program.log, 'utf8').trimEnd(),
    async kill(name) {
      if (hasExited(present)) return;
      const isWhole = name === 'SIGKILL' || name === 'SIGSTOP' || name === 'SIGCONT';
      if (!isWhole) return signal(present.pid, name);
      ended ||= name === 'SIGKILL';
      const pids = [present.pid, ...childrenOf(present.pid)];
      for (const pid of pids) signal(pid, name);
      if (name === 'SIGSTOP') for (const pid of pids) await standsStill(pid);
      if (name !== 'SIGKILL') return;
      await untilExited(present);
      // A killed child may still hold the memory that it shared with the others, and a new server refuses to start beside it.
      await Promise.all(pids.map(untilGone));
    },
    async crash(downMs = 0) {
      await running.kill('SIGKILL');
      await sleep(downMs);
      present = await startOnce(program);
      ended = false;
    },
    died: () => !ended && hasExited(present),
    async close() {
      ended = true;
      await end(present, program.stopSignal);
    },
  };
  return running;
}

async function startOnce(program: Program): Promise<Started> {
  const started = await spawnProgram(program);
  try {
    await untilReady(program, started);
    return started;
  } catch (error) {
    await end(started, 'SIGKILL');
    throw error;
  }
}

async function spawnProgram({ file, args, cwd, env, owner, log }: Program): Promise<Started> {
  const output = openSync(log, 'a');
  const before = fstatSync(output).size;
  // In a session of its own: a Ctrl-C that is meant for the tests must not end what they stand on before they have ended.
  const child = spawn(file, args, { cwd, stdio: ['ignore', output, output], detached: true, ...(env ? { env } : {}), ...owner });
  closeSync(output);
  const exited = once(child, 'exit').then(([code, name]) => (code ?? name) as number | NodeJS.Signals);
  const { pid } = child;
  if (pid === undefined) throw new Error(`${file} could not be started`, { cause: await exited.catch((error: unknown) => error) });
  child.unref();
  tellReaper({ pid });
  void exited.then(() => tellReaper({ pid, forget: true }));
  return { child, pid, exited, output: () => readFileSync(log).subarray(before).toString().trimEnd() };
}

async function untilReady(program: Program, started: Started): Promise<void> {
  const name = [program.file, ...program.args].find((part) => /\.[mc]?[jt]s$/.test(part)) ?? program.file;
  const said = () => started.output().slice(-shownCharacters);
  const deadline = Date.now() + readyWithinMs;
  for (;;) {
    const problem = await program.problem(started.output());
    // Whatever answers, it may be another process on the same port: the answer counts only while our own process lives.
    if (hasExited(started)) throw new Error(`${name} ended with ${await started.exited} before it was ready:\n${said()}`);
    if (problem === undefined) return;
    if (Date.now() > deadline) throw new Error(`${name} was not ready in time: ${problem}\n${said()}`);
    await sleep(30);
  }
}

async function end(started: Started, name: NodeJS.Signals): Promise<void> {
  if (hasExited(started)) return;
  const pids = [started.pid, ...childrenOf(started.pid)];
  signal(started.pid, name);
  // A stopped process takes no other signal than SIGCONT and SIGKILL.
  for (const pid of pids) signal(pid, 'SIGCONT');
  const timer = setTimeout(() => {
    for (const pid of pids) signal(pid, 'SIGKILL');
  }, closeWithinMs);
  await untilExited(started);
  clearTimeout(timer);
}

/** Waiting for its end keeps this process alive; otherwise a process that was forgotten does not. */
async function untilExited({ child, exited }: Started): Promise<void> {
  child.ref();
  await exited;
}

function hasExited({ child }: Started): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
