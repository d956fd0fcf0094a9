import { chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Program, type Running, startProcess } from '../process/process.ts';
import { temporaryDirectory } from '../process/reaping.ts';
import { answers, problemOf } from './answers.ts';
import type { BackendName } from './backend.ts';
import { findBinary } from './find-binary.ts';
import { onFreePort } from './network.ts';

/** Options of every server. */
export type ServerOptions = {
  /** Where it keeps its data. Given: it outlives the server, so that the same data can be started again. Default: temporary. */
  dir?: string;
  /** The server's program. Default: the one on this machine. */
  program?: string | undefined;
  /** The TCP port on 127.0.0.1. Default: a free one. */
  port?: number;
  /** More command line arguments; they come last and so win over the defaults. */
  args?: readonly string[];
};

/** A server that runs as a child process. To close it removes its directory unless the caller gave one. */
export type Server = Running & {
  url: string;
  port: number;
  dir: string;
  /** The file that holds what the server printed. */
  log: string;
};

/** How one kind of server is run. */
export type ServerKind = {
  name: BackendName;
  url(port: number): string;
  args(run: { dir: string; port: number }): readonly string[];
  /** Makes a new directory usable; called for a directory that was used before, too. */
  prepare?(dir: string, file: string): Promise<void>;
  stopSignal?: NodeJS.Signals;
  owner?: Program['owner'];
};

/** Starts a server and waits until it answers. Rejects, with the end of its output, when it does not. */
export async function startServer(kind: ServerKind, options: ServerOptions): Promise<Server> {
  const file = options.program ?? findBinary(kind.name);
  if (!file) throw new Error(`no ${kind.name} server is installed`);
  const { path: dir, remove } = options.dir === undefined ? temporaryDirectory() : { path: options.dir, remove: () => undefined };
  const log = join(dir, 'server.log');
  const start = async (port: number): Promise<Server> => {
    const args = [...kind.args({ dir, port }), ...(options.args ?? [])];
    const problem = () => problemOf(answers[kind.name](kind.url(port)));
    const { stopSignal = 'SIGTERM', owner } = kind;
    const running = await startProcess({ file, args, cwd: dir, log, stopSignal, owner, problem });
    const { close } = running;
    return Object.assign(running, { url: kind.url(port), port, dir, log, close: () => close().then(remove) });
  };
  try {
    mkdirSync(dir, { recursive: true });
    if (kind.owner) chownSync(dir, kind.owner.uid, kind.owner.gid);
    await kind.prepare?.(dir, file);
    return await (options.port === undefined ? onFreePort(start) : start(options.port));
  } catch (error) {
    remove();
    throw error;
  }
}
