import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { tellReaper } from '../servers/reaping.ts';

export const repository = fileURLToPath(new URL('../../../../', import.meta.url));

/** One program of this project as a process of its own, with what it printed kept for inspection. */
export type Child = {
  pid: number;
  port: number;
  output(): string;
  kill(signal: NodeJS.Signals): void;
  /** The exit code, or the signal that ended it. */
  exited: Promise<number | NodeJS.Signals>;
  stop(): Promise<void>;
};

const startDeadlineMs = 60_000;

/**
 * Starts `file` (relative to the repository) and waits until it logs that it is listening, on `PORT` where that names one.
 * @throws with its output when it ends before
 */
export async function startChild(file: string, env: Record<string, string>): Promise<Child> {
  const child = spawn(process.execPath, [file], {
    cwd: repository,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  tellReaper({ pid: child.pid });
  const lines: string[] = [];
  const exited = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
  const port = await listening(child, lines, exited, file, env['PORT']);
  return {
    pid: child.pid ?? 0,
    port,
    output: () => lines.join('\n'),
    kill: (signal) => void child.kill(signal),
    exited,
    async stop() {
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), 15_000);
      await exited;
      clearTimeout(late);
    },
  };
}

async function listening(child: ChildProcess, lines: string[], exited: Promise<unknown>, file: string, wanted = '0'): Promise<number> {
  // A process of several services listens on more ports than the one that is asked for.
  const said = new RegExp(`"port":(${wanted === '0' ? '\\d+' : wanted}),"msg":"listening"`);
  const found = new Promise<number>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line);
        const port = said.exec(line)?.[1];
        if (port) resolve(Number(port));
      });
    }
  });
  const ended = exited.then((code) => {
    throw new Error(`${file} ended with ${String(code)} before it was listening:\n${lines.join('\n')}`);
  });
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error(`${file} was not listening in time:\n${lines.join('\n')}`)), startDeadlineMs).unref();
  });
  return Promise.race([found, ended, late]);
}
