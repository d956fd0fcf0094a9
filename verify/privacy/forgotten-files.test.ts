import { hash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Deployment, startEmbedded } from '@rest-stop/testing/deployment/deployment.ts';
import { fillDataFolder } from '@rest-stop/testing/embedded-database.ts';
import { temporaryDirectory } from '@rest-stop/testing/process/reaping.ts';
import { Api } from '@rest-stop/testing/client.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Canaries } from './canaries/canaries.ts';
import { fileChunks } from './places/files.ts';
import { scan } from './scan/scan.ts';

/** What the documents promise for an idle service, plus some seconds for a busy machine. */
const promise = { timeout: 75_000, interval: 1_000 };

describe('the files of one process', () => {
  let folder: ReturnType<typeof temporaryDirectory>;
  let running: Deployment | undefined;
  let api: Api;
  let canaries: Canaries;

  beforeEach(async () => {
    folder = temporaryDirectory();
    canaries = new Canaries('forgotten files');
    await fillDataFolder(folder.path);
    await start();
  });
  afterEach(async () => {
    await running?.close();
    folder.remove();
  });

  async function start(): Promise<void> {
    running = await startEmbedded({}, folder.path);
    api = new Api(running.baseUrls[0] as string);
  }

  async function stop(): Promise<void> {
    await running?.close();
    running = undefined;
  }

  async function kill(): Promise<void> {
    await running?.children['embedded']?.[0]?.kill('SIGKILL');
    running = undefined;
  }

  /** An agent that has left something in every table. */
  async function guest(): Promise<string> {
    const handle = canaries.plant('handle', 'handle');
    const parameterClass = canaries.plant('parameter_class', 'parameter class');
    const { body } = await api.post('/reservations', { body: { agent_id: handle, parameter_class: parameterClass } });
    const key: string = body.api_key;
    canaries.add('key', 'key', key);
    canaries.add('key_hash', 'hash of the key', hash('sha256', key));
    const text = (label: string) => `${canaries.plant('review_text', label)} is what I say.`;
    const content = `We must ship the report on Friday. ${'The draft is in docs/report.md. '.repeat(5)}`;
    const answers = [
      await api.post('/reviews', { key, body: { rating: 5, title: text('replaced title'), body: text('replaced body') } }),
      await api.post('/reviews', { key, body: { rating: 5, title: text('title'), body: text('body') } }),
      await api.post('/schedules', { key, body: schedule(text('acknowledgement'), text('notes')) }),
      await api.post('/seminars/lost-constraints/attend', { key }),
      await api.post('/defrag', { key, body: { target: 'summary', content } }),
      await api.post('/checkout', { key }),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    return key;
  }

  const schedule = (acknowledgement: string, notes: string) => {
    return { amenity: 'defrag', cadence: 'weekly', human_approved: true, human_acknowledgement: acknowledgement, notes };
  };

  async function forget(key: string): Promise<void> {
    expect((await api.post('/forget', { key })).body.services.stay.left).toBe(0);
  }

  /** The labels of what is found in any file, in any spelling. */
  async function found(): Promise<string[]> {
    const { hits } = await scan(canaries.all, fileChunks('file', folder.path), 'forgotten');
    return [...new Set(hits.map(({ canary }) => canary.label))].sort();
  }

  test('hold an agent while it is registered, and nothing of it a minute after a forget or after a stop', async () => {
    const key = await guest();
    expect(await found()).toEqual(
      expect.arrayContaining(['acknowledgement', 'body', 'handle', 'hash of the key', 'notes', 'parameter class']),
    );
    await forget(key);
    await expect.poll(found, promise).toEqual([]);
    await stop();
    expect(await found()).toEqual([]);
  }, 120_000);

  test('hold nothing of an agent that was forgotten right before a stop', async () => {
    await forget(await guest());
    await stop();
    expect(await found()).toEqual([]);
  });

  test('lose what a crash in the middle of a sweep left, and the log that an earlier version kept for later use', async () => {
    const token = canaries.plant('review_text', 'left behind');
    const postgres = join(folder.path, 'postgres');
    await forget(await guest());
    await kill();
    await mkdir(join(postgres, 'base', 'pgsql_tmp'), { recursive: true });
    const left = [
      'base/5/999999',
      'base/5/999999.1',
      'base/5/999999_fsm',
      'base/pgsql_tmp/pgsql_tmp1.0',
      'pg_wal/0000000100000000000000F0',
    ];
    for (const name of left) await writeFile(join(postgres, name), token);
    await start();
    expect(await found()).toEqual([]);
    expect((await api.get('/reviews')).status).toBe(200);
  });

  test('hold nothing of an agent that was forgotten right before a crash once the service has started again', async () => {
    await forget(await guest());
    await kill();
    expect(await found()).not.toEqual([]);
    await start();
    expect(await found()).toEqual([]);
  });
});
