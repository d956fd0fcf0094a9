import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

const preload = new URL('early-signals.mjs', import.meta.url).href;

/** How a program ends that is told to: by its own exit code, or by the signal because nobody heard it. */
async function endOf(program: string): Promise<{ code: number | null; signal: string | null }> {
  const child = spawn(process.execPath, ['--import', preload, '-e', `${program}; setInterval(() => {}, 1000); console.log('runs')`]);
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return { code, signal };
}

test('a program without a handler of its own hears a signal and ends', async () => {
  expect(await endOf('')).toEqual({ code: 143, signal: null });
});

test('a program with one decides itself', async () => {
  expect(await endOf(`process.on('SIGTERM', () => process.exit(7))`)).toEqual({ code: 7, signal: null });
});
