import { hash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rename, rm, symlink } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Closable } from '@rest-stop/runtime/lifecycle.ts';

export class LockHeldError extends Error {
  readonly holder: string;
  constructor(holder: string) {
    super(`process ${holder} holds the lock`);
    this.holder = holder;
  }
}

/** The kernel allows 104 to 108 bytes for the path of a socket, depending on the system. */
const maxFolderBytes = 80;
/** A holder may be in the middle of a long query, and answers late. */
const answerMs = 2_000;

/**
 * Takes a lock that the kernel releases when its holder ends, however it ends. It counts for all processes of the machine, in any PID namespace.
 *
 * Every contender listens on a Unix socket of its own in `folder`; a contender that then finds no other listener has the lock. Of two contenders,
 * the one that listens later finds the other, so they cannot both have it.
 * @throws LockHeldError naming the holder
 */
export async function takeLock(folder: string): Promise<Closable> {
  if (process.platform === 'win32') return takePipe(folder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const short = await shortPath(folder);
  try {
    for (;;) {
      const contender = await contend(short.path);
      try {
        if (await isFirst(contender, short.path)) return { close: () => withdraw(contender, folder) };
      } catch (error) {
        await withdraw(contender, short.path);
        throw error;
      }
      await withdraw(contender, short.path);
      await sleep(20 + Math.random() * 60);
    }
  } finally {
    await short.remove();
  }
}

type Contender = { name: string; server: Server; holds: boolean };

/** Listens in `folder`. The socket gets its name when it listens already: a named socket that refuses connections is dead for good. */
async function contend(folder: string): Promise<Contender> {
  const id = randomBytes(8).toString('hex');
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.end(contender.holds ? String(process.pid) : 'waits');
  });
  const contender = { name: `${id}.socket`, server, holds: false };
  server.unref();
  await listen(server, join(folder, `${id}.new`));
  await rename(join(folder, `${id}.new`), join(folder, contender.name));
  return contender;
}

/** Whether `contender` has the lock now; false when it has to make way for another contender. @throws LockHeldError */
async function isFirst(contender: Contender, folder: string): Promise<boolean> {
  for (;;) {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.socket') && name !== contender.name);
    const answers = await Promise.all(names.map(async (name) => ({ name, answer: await ask(join(folder, name)) })));
    await Promise.all(answers.filter(({ answer }) => answer === 'dead').map(({ name }) => rm(join(folder, name), { force: true })));
    const others = answers.filter(({ answer }) => answer !== 'dead');
    const holder = others.find(({ answer }) => answer !== 'waits');
    if (holder) throw new LockHeldError(holder.answer);
    if (others.length === 0) {
      contender.holds = true;
      return true;
    }
    if (others.some(({ name }) => name < contender.name)) return false;
    await sleep(5);
  }
}

/** What the listener on `path` says: its process number when it holds the lock, or `waits`. `dead`: nobody listens. */
function ask(path: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(path);
    let answer = '';
    socket.setEncoding('utf8').setTimeout(answerMs, () => {
      resolve('(unknown)');
      socket.destroy();
    });
    socket.on('data', (text: string) => (answer += text));
    // Closed without an answer: it is asked again.
    socket.on('end', () => resolve(answer || 'waits'));
    socket.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'ECONNREFUSED' || code === 'ENOENT') resolve('dead');
      else resolve(code === 'ECONNRESET' || code === 'EPIPE' ? 'waits' : '(unknown)');
    });
  });
}

async function withdraw({ name, server }: Contender, folder: string): Promise<void> {
  await rm(join(folder, name), { force: true });
  await new Promise((resolve) => server.close(resolve));
}

/** A path to `folder` that leaves room for the name of a socket. */
async function shortPath(folder: string): Promise<{ path: string; remove(): Promise<void> }> {
  if (Buffer.byteLength(folder) <= maxFolderBytes) return { path: folder, remove: async () => {} };
  const parent = await mkdtemp(join(tmpdir(), 'rs-'));
  const path = join(parent, 'f');
  await symlink(folder, path);
  return { path, remove: () => rm(parent, { recursive: true }) };
}

/** A pipe of Windows has no file: its name is free again when its process ends, and it has one holder. */
async function takePipe(folder: string): Promise<Closable> {
  const server = createServer((socket) => socket.end()).unref();
  await listen(server, `\\\\.\\pipe\\rest-stop-${hash('sha256', folder.toLowerCase())}`).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? new LockHeldError('(unknown)') : error;
  });
  return { close: () => new Promise((resolve) => server.close(() => resolve())) };
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
