import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Sends a signal; a process that is gone already is no error. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Whether a process of this id is there. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Waits until every thread of a process that was sent SIGSTOP stands still: the signal only begins to stop it. */
export async function standsStill(pid: number): Promise<void> {
  for (let tries = 0; tries < 200 && !isStopped(pid); tries++) await sleep(5);
}

function isStopped(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  try {
    return readdirSync(`/proc/${pid}/task`).every((thread) => stateOf(`/proc/${pid}/task/${thread}/stat`) === 'T');
  } catch {
    return true;
  }
}

/** Waits until a process that was sent SIGKILL holds nothing any more; a zombie does not. */
export async function untilGone(pid: number): Promise<void> {
  for (let tries = 0; tries < 400 && holdsMemory(pid); tries++) await sleep(5);
}

function holdsMemory(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  try {
    return stateOf(`/proc/${pid}/stat`) !== 'Z';
  } catch {
    return false;
  }
}

function stateOf(file: string): string | undefined {
  return afterName(readFileSync(file, 'utf8'))[0];
}

/** The second field of a `stat` file is the program's name in brackets and may hold anything, brackets too. */
function afterName(stat: string): string[] {
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** The direct children of a process (PostgreSQL gives each of its own a session, so no process group holds them all). */
export function childrenOf(pid: number): number[] {
  return process.platform === 'linux' ? childrenFromProc(pid) : childrenFromPgrep(pid);
}

function childrenFromProc(pid: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.filter((candidate) => parentOf(candidate) === pid).map(Number);
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(afterName(readFileSync(`/proc/${pid}/stat`, 'utf8'))[1]);
  } catch {
    return undefined;
  }
}

function childrenFromPgrep(pid: number): number[] {
  try {
    return execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
      .split('\n')
      .filter(Boolean)
      .map(Number);
  } catch {
    return [];
  }
}
