import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { type Deployment, startEmbedded } from '@rest-stop/testing/deployment/deployment.ts';
import { fillDataFolder } from '@rest-stop/testing/embedded-database.ts';
import { startOtlpReceiver } from '@rest-stop/testing/otlp-receiver.ts';
import { temporaryDirectory } from '@rest-stop/testing/process/reaping.ts';
import { chunk, type Chunk } from '../places/chunk.ts';
import { fileChunks } from '../places/files.ts';
import { tableChunks } from '../places/tables.ts';
import type { ScriptedProvider } from '../provider.ts';
import { mustBeRead, type Target } from './target.ts';

/**
 * The one-process mode on a data folder of its own. Its database cannot be asked from outside: for each scan the process is ended, the
 * folder copied and the copy opened.
 * @param more settings of its own
 */
export async function startEmbeddedTarget(provider: ScriptedProvider, more: Record<string, string> = {}): Promise<Target> {
  const { path: folder, remove } = temporaryDirectory();
  const [data, copy, temporary] = [join(folder, 'data'), join(folder, 'copy'), join(folder, 'tmp')];
  await mkdir(temporary);
  await fillDataFolder(data);
  const collector = await startOtlpReceiver();
  const own = { LOG_LEVEL: 'debug', TMPDIR: temporary, RATE_LIMIT_EXEMPT_FORGET: 'true' };
  const settings = { ...own, ...collector.settings, ...provider.settings, ...more };
  const outputs: string[] = [];
  let running: Deployment | undefined = await startEmbedded(settings, data);
  const [baseUrl = ''] = running.baseUrls;
  const sameAddress = { PORT: new URL(baseUrl).port, PUBLIC_BASE_URL: baseUrl };

  async function end(): Promise<void> {
    await running?.close();
    outputs.push(...(running?.children['embedded'] ?? []).map((child) => child.output()));
    running = undefined;
  }
  async function* chunksOf(database: PGlite): AsyncGenerator<Chunk> {
    yield* tableChunks(database, mustBeRead);
    for (const sent of collector.received) yield chunk('trace', 'spans', sent);
    for (const output of outputs) yield chunk('log', 'output of the process', output);
    yield* fileChunks('file', temporary);
    yield* filesOf();
  }
  async function* filesOf(): AsyncGenerator<Chunk> {
    for (const name of await readdir(data)) yield* fileChunks(name === 'postgres' ? 'embedded database file' : 'file', join(data, name));
  }

  return {
    name: 'one process, nothing installed',
    baseUrl,
    provider,
    notSearched: ["the metrics of the AI worker (its port is the process's own business)"],
    async open() {
      await end();
      await rm(copy, { recursive: true, force: true });
      await cp(join(data, 'postgres'), copy, { recursive: true });
      const database = await PGlite.create(copy);
      return { databases: [database], chunks: () => chunksOf(database), close: () => database.close() };
    },
    async resume() {
      running ??= await startEmbedded({ ...settings, ...sameAddress }, data);
    },
    runningFiles: filesOf,
    async close() {
      await end();
      await collector.close();
      remove();
    },
  };
}
