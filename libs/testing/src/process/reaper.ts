// A program of its own. It learns over stdin what its starter has running; when stdin ends, the starter is gone (ended, crashed, or
// killed with a signal nobody can catch), and what it left behind is killed and removed.
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { childrenOf, signal } from './signals.ts';
import type { ReaperMessage } from './reaping.ts';

const pids = new Set<number>();
const directories = new Set<string>();

function remember(message: ReaperMessage): void {
  note(pids, message.pid, message.forget);
  note(directories, message.directory, message.forget);
}

function note<T>(known: Set<T>, thing: T | undefined, forget = false): void {
  if (thing === undefined) return;
  if (forget) known.delete(thing);
  else known.add(thing);
}

function reap(): void {
  // Children are asked for first: afterwards they have another parent.
  const all = [...pids].flatMap((pid) => [pid, ...childrenOf(pid)]);
  for (const pid of all) signal(pid, 'SIGKILL');
  for (const directory of directories) rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => undefined);
createInterface({ input: process.stdin })
  .on('line', (line) => remember(JSON.parse(line) as ReaperMessage))
  .on('close', reap);
