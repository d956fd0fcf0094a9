import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../docs/performance/', import.meta.url));

/** Where and with what a figure was measured. */
export type Machine = { at: string; cpu: string; cores: number; memoryGb: number; versions: Record<string, string> };

export type Saved<R> = Machine & { result: R };

/** Prints and keeps what one part of the bench has found out, beside the page that shows it. */
export function save(part: string, result: unknown): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}${part}.json`, `${JSON.stringify({ ...machine(), result }, null, 2)}\n`);
  console.log(`written to docs/performance/${part}.json`);
}

/** What was last found out; undefined where that part never ran. */
export function saved<R>(part: string): Saved<R> | undefined {
  try {
    return JSON.parse(readFileSync(`${folder}${part}.json`, 'utf8')) as Saved<R>;
  } catch {
    return undefined;
  }
}

function machine(): Machine {
  const product = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
  const versions = { 'rest-stop': product.version, node: process.version, ...Object.fromEntries(programs.map(version)) };
  const [{ model } = { model: 'unknown' }] = cpus();
  return {
    at: new Date().toISOString().slice(0, 10),
    cpu: model,
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    versions,
  };
}

const programs = ['redis-server --version', 'postgres --version', 'nats-server --version', 'nginx -v', 'wrk -v'];

function version(command: string): [string, string] {
  const [program = '', ...args] = command.split(' ');
  return [program, /\d+\.\d+(\.\d+)?/.exec(printed(program, args))?.[0] ?? 'not found'];
}

/** What a program prints about itself: some on standard error, and some with a failure. */
function printed(program: string, args: string[]): string {
  try {
    return execFileSync('sh', ['-c', `${program} ${args.join(' ')} 2>&1 || true`], { encoding: 'utf8' });
  } catch {
    return '';
  }
}
