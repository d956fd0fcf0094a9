import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What the reaper is told: something exists, or (`forget`) is no longer its concern. */
export type ReaperMessage = { pid?: number; directory?: string; forget?: boolean };

let input: Socket | undefined;

/** Tells the reaper, which is started with the first message, what to remove if this process ends without doing it. */
export function tellReaper(message: ReaperMessage): void {
  input ??= startReaper();
  input.write(`${JSON.stringify(message)}\n`);
}

function startReaper(): Socket {
  const program = fileURLToPath(new URL('./reaper.ts', import.meta.url));
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  const stdin = child.stdin as Socket;
  stdin.on('error', () => undefined);
  child.unref();
  stdin.unref();
  return stdin;
}

/** A directory that is gone when `remove` is called, or when this process ends, whichever way. */
export function temporaryDirectory(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'rest-stop-test-'));
  tellReaper({ directory: path });
  return {
    path,
    remove() {
      rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
      tellReaper({ directory: path, forget: true });
    },
  };
}
