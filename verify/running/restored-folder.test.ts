import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from '@rest-stop/testing/deployment/child.ts';
import { type Deployment, startEmbedded } from '@rest-stop/testing/deployment/deployment.ts';
import { fillDataFolder } from '@rest-stop/testing/embedded-database.ts';
import { temporaryDirectory } from '@rest-stop/testing/process/reaping.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Api } from '@rest-stop/testing/client.ts';

describe('one process whose data folder was restored from before a forget', () => {
  const folder = temporaryDirectory();
  const [data, copy, journal] = [join(folder.path, 'data'), join(folder.path, 'copy'), join(folder.path, 'journal')];
  let running: Deployment | undefined;
  let stayed: { key: string; agentId: string };
  let forgotten: { key: string; agentId: string };

  beforeAll(async () => {
    await fillDataFolder(data);
    const before = await start();
    [stayed, forgotten] = [await before.join(), await before.join()];
    for (const { key } of [stayed, forgotten]) {
      expect((await before.post('/reviews', { key, body: { rating: 5, title: 'Calm', body: 'Calm from end to end.' } })).status).toBe(200);
    }
    await close();
    await cp(data, copy, { recursive: true });
    const api = await start();
    expect((await api.post('/forget', { key: forgotten.key })).status).toBe(200);
    await close();
    await restore();
  });
  afterEach(close);
  afterAll(folder.remove);

  async function start(settings: Record<string, string> = { ERASURE_JOURNAL: journal }): Promise<Api> {
    running = await startEmbedded(settings, data);
    return new Api(running.baseUrls[0] as string);
  }

  async function close(): Promise<void> {
    await running?.close();
    running = undefined;
  }

  async function restore(): Promise<void> {
    await rm(data, { recursive: true });
    await cp(copy, data, { recursive: true });
  }

  async function replay(settings: Record<string, string>): Promise<string> {
    const { code, stdout, stderr } = await runProgram('scripts/erasures-replay.ts', [], { ERASURE_JOURNAL: journal, ...settings });
    return code === 0 ? stdout : `${code}: ${stderr}`;
  }

  const reviewers = async (api: Api) => (await api.get('/reviews')).body.reviews.map(({ agent_id }: { agent_id: string }) => agent_id);

  test('starts when it knows no journal, and the agent is back: what the journal is for', async () => {
    const api = await start({});
    expect((await api.get('/stay', { key: forgotten.key })).status).toBe(200);
    expect(await reviewers(api)).toContain(forgotten.agentId);
    await close();
    await restore();
  });

  test('does not start, and says what to do', async () => {
    await expect(start()).rejects.toThrow(/ended with 1[^]*run erasures:replay/);
  });

  test('is not replayed by mistake into a folder without a database, or from a journal that is not there', async () => {
    expect(await replay({ DATA_DIR: journal })).toMatch(/^1: erasures-replay: there is no database/);
    expect(await replay({ DATA_DIR: data, ERASURE_JOURNAL: join(folder.path, 'nowhere') })).toMatch(/^1: .*cannot be used: ENOENT/);
    expect(await replay({})).toMatch(/^1: .*must say what was restored/);
  });

  test('starts after a replay; the key is dead and the review gone from the first answer on, and the others are as they were', async () => {
    expect(await replay({ DATA_DIR: data })).toContain('1 erasures in the journal: 1 agents deleted again');
    const api = await start();
    expect(await reviewers(api)).toEqual([stayed.agentId]);
    expect((await api.get('/stay', { key: forgotten.key })).status).toBe(401);
    expect((await api.get('/stay', { key: stayed.key })).body).toMatchObject({ review: { exists: true } });
    await close();
    expect(await replay({ DATA_DIR: data })).toContain('0 agents deleted again, 0 erasures recorded');
  });
});
