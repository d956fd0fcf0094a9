import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export type Target = { port: number; cpuMs(): number; close(): Promise<void> };

const bench = fileURLToPath(new URL('..', import.meta.url));

/** Starts one server of the measurement: a program of this folder, and its arguments. Its output goes to a file, so that reading it takes no processor time. */
export async function startTarget(program: string, ...args: string[]): Promise<Target> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-proxy-'));
  const file = join(folder, 'log');
  const output = openSync(file, 'a');
  const child = spawn(process.execPath, [join(bench, program), ...args], { stdio: ['ignore', output, 'inherit'] });
  closeSync(output);
  const close = async () => {
    if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit');
    await rm(folder, { recursive: true, force: true });
  };
  const port = await portIn(file, child);
  return { port, cpuMs: () => cpuMs(child.pid ?? 0), close };
}

async function portIn(file: string, child: ChildProcess): Promise<number> {
  for (;;) {
    const port = /"port":(\d+),"msg":"listening"/.exec(readFileSync(file, 'utf8'))?.[1];
    if (port) return Number(port);
    if (child.exitCode !== null) throw new Error(`a server ended before it was listening:\n${readFileSync(file, 'utf8')}`);
    await sleep(50);
  }
}

/** Processor time that the threads of a process have used so far (proc(5), schedstat); NaN where there is no /proc. */
export function cpuMs(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`).map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'));
    return threads.reduce((sum, spent) => sum + Number(spent.split(' ')[0]), 0) / 1_000_000;
  } catch {
    return Number.NaN;
  }
}
