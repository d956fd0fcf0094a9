import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { type Child, startChild } from '@rest-stop/testing/deployment/child.ts';
import { freePort } from '@rest-stop/testing/servers/network.ts';
import { temporaryDirectory } from '@rest-stop/testing/process/reaping.ts';
import { type Piece, piece } from './pieces.ts';
import type { ScriptedProvider } from './provider.ts';
import { filePieces } from './search-files.ts';
import { tablePieces } from './search-tables.ts';
import type { Target } from './target.ts';

/** Rewrites every table and drops the log of changes. */
const reclaiming = ['set wal_recycle = off', 'vacuum full', 'checkpoint', 'select pg_switch_wal()', 'checkpoint'];

const readyWithinMs = 30_000;

/**
 * The one-process mode on a data folder of its own. Its database cannot be asked from outside: for each search the process is stopped,
 * the folder copied and the copy opened.
 * @param program the process's main file, relative to the repository
 * @param more settings of its own
 */
export async function ownEmbedded(
  provider: ScriptedProvider | undefined,
  program = 'embedded/src/main.ts',
  more: Record<string, string> = {},
): Promise<Target> {
  const { path: folder, remove } = temporaryDirectory();
  const [data, copy, temporary] = [join(folder, 'data'), join(folder, 'copy'), join(folder, 'tmp')];
  await mkdir(temporary);
  const port = String(await freePort());
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  const outputs: string[] = [];
  let child: Child | undefined;

  async function start(): Promise<void> {
    if (child) return;
    const own = { PORT: port, HOST: '127.0.0.1', DATA_DIR: data, PUBLIC_BASE_URL: baseUrl, LOG_LEVEL: 'debug', TMPDIR: temporary };
    child = await startChild(program, {
      ...own,
      RATE_LIMIT_EXEMPT_FORGET: 'true',
      REGISTRATION_LIMIT_PER_MINUTE: '0',
      ...(provider?.settings ?? { AI_PROVIDER: 'offline' }),
      ...more,
    });
    await answers(baseUrl);
  }
  async function end(): Promise<void> {
    await child?.close();
    if (child) outputs.push(child.output());
    child = undefined;
  }

  await start();
  return {
    name: 'one process, nothing installed',
    baseUrl,
    ...(provider ? { provider } : {}),
    notSearched: ["the figures of the AI worker (its port is the process's own business)"],
    async open() {
      await end();
      await rm(copy, { recursive: true, force: true });
      await cp(join(data, 'postgres'), copy, { recursive: true });
      const database = await PGlite.create(copy);
      return {
        databases: [database],
        pieces: () => piecesOf(database, { outputs, data, temporary }),
        close: () => database.close(),
      };
    },
    resume: start,
    async reclaim() {
      await end();
      const database = await PGlite.create(join(data, 'postgres'));
      for (const statement of reclaiming) await database.query(statement);
      await database.close();
    },
    async close() {
      await end();
      remove();
    },
  };
}

type Kept = { outputs: string[]; data: string; temporary: string };

async function* piecesOf(database: PGlite, { outputs, data, temporary }: Kept): AsyncGenerator<Piece> {
  yield* tablePieces(database, (what) => {
    throw new Error(`${what} could not be read`);
  });
  for (const output of outputs) yield piece('log', 'output of the process', output);
  yield* filePieces('file', temporary);
  for (const name of await readdir(data)) yield* filePieces(name === 'postgres' ? 'database file' : 'file', join(data, name));
}

async function answers(baseUrl: string): Promise<void> {
  const giveUpAt = Date.now() + readyWithinMs;
  while (
    !(await fetch(`${baseUrl}/health`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (Date.now() > giveUpAt) throw new Error(`nothing answers at ${baseUrl}`);
    await sleep(50);
  }
}
