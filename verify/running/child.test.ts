import { isAlive } from '@rest-stop/testing/process/signals.ts';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';

const child = new URL('../../scripts/child.mjs', import.meta.url).href;
const preload = new URL('../../scripts/parent-watch.mjs', import.meta.url).href;
const running: ChildProcess[] = [];

afterEach(() => {
  for (const process of running.splice(0)) process.kill('SIGKILL');
});

/** A process that runs `program` by `runChild` and exits with its code. */
function parentOf(program: string, { nodeArgs = [] as string[], env = {} } = {}) {
  const args = JSON.stringify([...nodeArgs, '--input-type=module', '--eval', program]);
  const code = `const { runChild } = await import(${JSON.stringify(child)});
    process.exitCode = await runChild(process.execPath, ${args}, { ...process.env, ...${JSON.stringify(env)} });`;
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  running.push(parent);
  let output = '';
  parent.stdout.on('data', (data) => (output += data));
  const printed = async (text: RegExp): Promise<RegExpExecArray> => {
    for (let i = 0; i < 200; i += 1) {
      const match = text.exec(output);
      if (match) return match;
      await sleep(50);
    }
    throw new Error(`never printed ${text}: ${output}`);
  };
  return { parent, printed };
}

async function isGone(pid: number): Promise<boolean> {
  for (let i = 0; i < 100 && isAlive(pid); i += 1) await sleep(50);
  return !isAlive(pid);
}

describe('runChild', () => {
  test('ends with the exit code of the program', async () => {
    const [code] = await once(parentOf('process.exit(7)').parent, 'exit');
    expect(code).toBe(7);
  });

  test('ends with 128 + n when signal n ended the program', async () => {
    const [code] = await once(parentOf("process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1000)").parent, 'exit');
    expect(code).toBe(137);
  });

  test('passes a signal on once although it arrives twice', async () => {
    const { parent, printed } = parentOf(`let seen = 0;
      process.on('SIGINT', () => { seen += 1; });
      process.on('SIGTERM', () => { seen += 1; });
      setInterval(() => {}, 1000);
      setTimeout(() => { console.log('seen ' + seen); process.exit(3); }, 1500);
      console.log('ready');`);
    await printed(/ready/);
    parent.kill('SIGINT');
    await sleep(100);
    parent.kill('SIGINT');
    const [code] = await once(parent, 'exit');
    expect((await printed(/seen (\d)/))[1]).toBe('1');
    expect(code).toBe(3);
  });

  test('does not let the program outlive a parent killed with SIGKILL', async () => {
    const { parent, printed } = parentOf('console.log("pid " + process.pid); setInterval(() => {}, 1000)', {
      nodeArgs: ['--import', preload],
      env: { REST_STOP_WATCH_PARENT: '1' },
    });
    const pid = Number((await printed(/pid (\d+)/))[1]);
    parent.kill('SIGKILL');
    expect(await isGone(pid)).toBe(true);
  });

  test('lets a program with the preloaded watch end by itself, and hides the watch from its children', async () => {
    const { parent, printed } = parentOf('console.log("watch " + process.env.REST_STOP_WATCH_PARENT)', {
      nodeArgs: ['--import', preload],
      env: { REST_STOP_WATCH_PARENT: '1' },
    });
    const [code] = await once(parent, 'exit');
    expect(code).toBe(0);
    await printed(/watch undefined/);
  });
});
