import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { link, mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryDirectory } from '@rest-stop/testing/process/reaping.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { claimDataFolder } from '../src/data-folder.ts';
import type { Order } from './contender.ts';

const program = fileURLToPath(new URL('contender.ts', import.meta.url));
const rounds = 100;

/** What starts a program in a PID namespace of its own; undefined where this machine does not allow that. */
const isolated = [
  ['unshare', '--pid', '--fork', '--kill-child'],
  ['unshare', '--user', '--map-root-user', '--pid', '--fork', '--kill-child'],
].find(([file = '', ...args]) => spawnSync(file, [...args, 'true']).status === 0);

const started: ChildProcess[] = [];

async function startContender(prefix: readonly string[] = []): Promise<ChildProcess> {
  const command = [...prefix, process.execPath, program];
  const child = spawn(command[0] as string, command.slice(1), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  started.push(child);
  await once(child, 'message');
  return child;
}

async function order(child: ChildProcess, what: Order): Promise<boolean> {
  const answer = once(child, 'message');
  child.send(what);
  const [{ holds }] = (await answer) as [{ holds: boolean }];
  return holds;
}

async function kill(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

let folder: ReturnType<typeof temporaryDirectory>;
beforeEach(() => {
  folder = temporaryDirectory();
});
afterEach(async () => {
  await Promise.all(started.splice(0).map(async (child) => child.exitCode === null && child.signalCode === null && kill(child)));
  folder.remove();
});

/** Leaves the lock of a process that was killed, and returns the file. */
async function abandonLock(): Promise<string> {
  const holder = await startContender();
  expect(await order(holder, { claim: folder.path })).toBe(true);
  await kill(holder);
  const [name = ''] = await readdir(join(folder.path, 'lock'));
  return join(folder.path, 'lock', name);
}

/** Has all contenders claim the folder at once, over an abandoned lock. Returns how many got it in each round. Every other holder is killed. */
async function race(prefixes: readonly (readonly string[])[]): Promise<number[]> {
  const abandoned = await abandonLock();
  const kept = join(folder.path, 'kept');
  await rename(abandoned, kept);
  const contenders = await Promise.all(prefixes.map((prefix) => startContender(prefix)));
  const holders: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await link(kept, abandoned);
    const holds = await Promise.all(contenders.map((child) => order(child, { claim: folder.path })));
    holders.push(holds.filter(Boolean).length);
    const winner = holds.indexOf(true);
    if (round % 2 === 0 && winner >= 0) {
      await kill(contenders[winner] as ChildProcess);
      contenders[winner] = await startContender(prefixes[winner]);
    }
    await Promise.all(contenders.map((child) => order(child, {})));
  }
  return holders;
}

describe(`of four processes that claim a folder at once, after a crash, ${rounds} times`, () => {
  const one = Array.from({ length: rounds }, () => 1);

  test('exactly one gets it', async () => {
    expect(await race([[], [], [], []])).toEqual(one);
  }, 180_000);

  test.skipIf(!isolated)(
    'exactly one gets it, also when they are in different PID namespaces',
    async () => {
      expect(await race([[], [], isolated ?? [], isolated ?? []])).toEqual(one);
    },
    180_000,
  );
});

test('a folder whose path is too long for a socket is locked, too', async () => {
  const long = join(folder.path, 'x'.repeat(150), 'y'.repeat(150));
  await mkdir(long, { recursive: true });
  const holder = await startContender();
  expect(await order(holder, { claim: long })).toBe(true);
  await expect(claimDataFolder(long)).rejects.toThrow(`process ${holder.pid} already uses this data folder`);
  await order(holder, {});
  await (await claimDataFolder(long)).close();
});

test('the lock of an earlier version counts while its process runs', async () => {
  const other = await startContender();
  await writeFile(join(folder.path, 'lock'), String(other.pid));
  await expect(claimDataFolder(folder.path)).rejects.toThrow(`process ${other.pid} already uses this data folder`);
  await kill(other);
  await (await claimDataFolder(folder.path)).close();
});
