import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Running, startProcess } from '../process/process.ts';
import { temporaryDirectory } from '../process/reaping.ts';

export const repository = fileURLToPath(new URL('../../../../', import.meta.url));

/** A program of this project as a process of its own, on the port that it listens on. */
export type Child = Running & { readonly port: number };

type Ended = { code: number; stdout: string; stderr: string };

let logs: string | undefined;

/**
 * What every program is started with: `npm test` names the folder in which the code that was compiled once is kept, and vitest how long a
 * gateway waits for what it needs.
 */
const passedOn = ['PATH', 'NODE_COMPILE_CACHE', 'ADMISSION_SILENCE_MS'];
const inherited = (): Record<string, string> => {
  const named = passedOn.map((name) => [name, process.env[name] ?? ''] as const);
  return Object.fromEntries(named.filter(([, value]) => value !== ''));
};

const metricsListening = /"port":(\d+),"setting":"METRICS_PORT"/;

/**
 * Starts `file` (relative to the repository) and waits until it logs that it is listening, on `PORT` and `METRICS_PORT` where those are named.
 * @throws with its output when it ends before
 */
export async function startChild(file: string, env: Record<string, string>): Promise<Child> {
  logs ??= temporaryDirectory().path;
  // A process of several services listens on more ports than the one that is asked for.
  const said = new RegExp(`"port":(${Number(env['PORT'] ?? 0) || '\\d+'}),"msg":"listening"`);
  let port = 0;
  const running = await startProcess({
    file: process.execPath,
    args: [file],
    cwd: repository,
    env: { ...inherited(), ...env },
    log: join(logs, randomUUID()),
    stopSignal: 'SIGTERM',
    async problem(output) {
      port = Number(said.exec(output)?.[1] ?? 0);
      if (env['METRICS_PORT'] !== undefined && !metricsListening.test(output)) return 'it shows no metrics';
      return port > 0 ? undefined : 'it is not listening';
    },
  });
  return Object.defineProperty(running as Child, 'port', { get: () => port });
}

/** Where a process that was started with METRICS_PORT shows its metrics. */
export function metricsUrlOf(child: Child): string {
  const [, port] = metricsListening.exec(child.output()) ?? [];
  if (port === undefined) throw new Error('it shows no metrics');
  return `http://127.0.0.1:${port}/metrics`;
}

/** Runs a program of this project to its end, in an environment of nothing but `env`. Answers how it ended and what it printed. */
export function runProgram(file: string, args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { cwd: repository, env: { ...inherited(), ...env } };
    execFile(process.execPath, [file, ...args], options, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr });
    });
  });
}
