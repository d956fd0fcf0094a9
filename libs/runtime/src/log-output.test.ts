import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { gatherLines, gatherMs } from './log-output.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What `use` writes, a string for each write. */
function written(use: (output: ReturnType<typeof gatherLines>) => void): string[] {
  let waiting = '';
  const writes: string[] = [];
  const flush = () => {
    writes.push(waiting);
    waiting = '';
  };
  use(gatherLines({ write: (line) => (waiting += line), flush }));
  return writes;
}

test('the first line after a pause is written at once, those that follow it together', () => {
  const writes = written((output) => {
    for (const line of ['a', 'b', 'c']) output.write(line);
    vi.advanceTimersByTime(gatherMs);
    vi.advanceTimersByTime(gatherMs);
    output.write('d');
  });
  expect(writes).toEqual(['a', 'bc', 'd']);
});

test('lines that wait are written when the log is flushed, and nothing is written twice', () => {
  const writes = written((output) => {
    output.write('a');
    output.write('b');
    output.flushSync();
    vi.advanceTimersByTime(gatherMs);
  });
  expect(writes).toEqual(['a', 'b']);
});

const endings = {
  'ends by itself': '',
  exits: 'process.exit(0)',
  'is told to by SIGTERM': "setInterval(() => process.kill(process.pid, 'SIGTERM'))",
};
test.each(Object.entries(endings))('a process that %s has written every line', (_, ending) => {
  const program = `
    import { createLog } from './log.ts';
    import { runProcess } from './lifecycle.ts';
    const log = createLog('test', 'info');
    await runProcess('test', async () => ({ close: async () => log.info('closed') }));
    for (let line = 1; line <= 100; line++) log.info({ line });
    ${ending}`;
  const options = { cwd: import.meta.dirname, input: program, encoding: 'utf8' } as const;
  const lines = spawnSync(process.execPath, ['--input-type=module'], options).stdout.trim().split('\n');
  const numbers = lines.map((line) => (JSON.parse(line) as { line?: number }).line).filter((line) => line !== undefined);
  expect(numbers).toEqual(Array.from({ length: 100 }, (_line, i) => i + 1));
  if (ending.includes('SIGTERM')) expect(lines.at(-1)).toContain('closed');
});
