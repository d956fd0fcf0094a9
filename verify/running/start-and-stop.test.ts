import { mkdir, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { startChild } from '@rest-stop/testing/deployment/child.ts';
import { startEmbedded } from '@rest-stop/testing/deployment/deployment.ts';
import { fillDataFolder } from '@rest-stop/testing/embedded-database.ts';
import { temporaryDirectory } from '@rest-stop/testing/process/reaping.ts';
import { listenLocally } from '@rest-stop/testing/servers/listen.ts';
import { freePort } from '@rest-stop/testing/servers/network.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { Api } from '@rest-stop/testing/client.ts';

const program = 'embedded/src/main.ts';
const review = { rating: 5, title: 'Still here', body: 'It survived a restart.' };
const folders: ReturnType<typeof temporaryDirectory>[] = [];

function folder(): string {
  const made = temporaryDirectory();
  folders.push(made);
  return made.path;
}

async function folderWithDatabase(): Promise<string> {
  const path = folder();
  await fillDataFolder(path);
  return path;
}
afterEach(() => {
  for (const one of folders.splice(0)) one.remove();
});

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.unref();
  });

describe('one process', () => {
  test('SIGTERM ends it with 0 and closes the port; the data survives the restart, the counted visits too', async () => {
    const data = folder();
    const first = await startEmbedded({}, data);
    const before = new Api(first.baseUrls[0] as string);
    const { key, agentId } = await before.join();
    expect((await before.post('/reviews', { key, body: review })).status).toBe(200);
    const [child] = first.children['embedded'] ?? [];
    await child?.kill('SIGTERM');
    expect(await child?.exited).toBe(0);
    expect(await isOpen(Number(new URL(before.base).port))).toBe(false);

    const second = await startEmbedded({}, data);
    const after = new Api(second.baseUrls[0] as string);
    const stay = await after.get('/stay', { key });
    expect(stay.body).toMatchObject({ reservation: { agent_id: agentId }, review: { exists: true, ...review } });
    expect(stay.headers.get('ratelimit')).toMatch(/r=98/);
    await second.close();
  }, 120_000);

  test('a kill without warning loses no acknowledged row', async () => {
    const data = await folderWithDatabase();
    const first = await startEmbedded({}, data);
    const api = new Api(first.baseUrls[0] as string);
    const { key } = await api.join();
    await api.post('/reviews', { key, body: review });
    const [child] = first.children['embedded'] ?? [];
    await child?.kill('SIGKILL');

    const second = await startEmbedded({}, data);
    const stay = await new Api(second.baseUrls[0] as string).get('/stay', { key });
    expect(stay.body.review).toMatchObject(review);
    await second.close();
  }, 120_000);
});

describe('a start that cannot succeed says why in one message and ends with 1', () => {
  const refusal = async (env: Record<string, string>) => {
    const attempt = startChild(program, {
      DATA_DIR: await folderWithDatabase(),
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      ...env,
    });
    const error: Error = await attempt.then(
      async (child) => {
        await child.close();
        return new Error('it started');
      },
      (refused: Error) => refused,
    );
    expect(error.message).toMatch(/ended with 1/);
    expect(error.message).not.toMatch(/\n\s+at /);
    return error.message;
  };

  test('bad settings: every bad variable at once', async () => {
    const message = await refusal({ PORT: 'eighty', RATE_LIMIT_REQUESTS: '-1', DATABASE_URL: 'mysql://x', OPERATOR_EMAIL: 'nobody' });
    for (const name of ['PORT', 'RATE_LIMIT_REQUESTS', 'DATABASE_URL', 'OPERATOR_EMAIL']) expect(message).toContain(name);
    expect(message).not.toContain('eighty');
  });

  test('production without the backing services names each', async () => {
    const message = await refusal({ NODE_ENV: 'production' });
    for (const name of ['DATABASE_URL', 'REDIS_URL', 'NATS_URL', 'AI_PROVIDER']) expect(message).toContain(name);
  });

  test('a port in use', async () => {
    const { port, close } = await listenLocally(createServer());
    expect(await refusal({ PORT: String(port) })).toContain(`port ${port} is already in use`);
    await close();
  });

  test.each([
    ['PostgreSQL', 'DATABASE_URL', 'postgres://nobody@127.0.0.1:9/none'],
    ['Redis', 'REDIS_URL', 'redis://127.0.0.1:9'],
    ['NATS', 'NATS_URL', 'nats://127.0.0.1:9'],
  ])('%s that does not answer', async (name, variable, url) => {
    expect(await refusal({ [variable]: url })).toContain(name);
  });

  test('a data folder that is a file', async () => {
    const path = join(folder(), 'file');
    await writeFile(path, '');
    expect(await refusal({ DATA_DIR: path })).toContain('data folder');
  });

  test('a damaged database', async () => {
    const data = folder();
    await mkdir(join(data, 'postgres'));
    await writeFile(join(data, 'postgres', 'PG_VERSION'), 'nonsense');
    expect(await refusal({ DATA_DIR: data })).toContain('database');
  });

  test('a data folder that another process uses', async () => {
    const data = await folderWithDatabase();
    const running = await startEmbedded({}, data);
    expect(await refusal({ DATA_DIR: data })).toContain('already uses this data folder');
    await running.close();
  }, 120_000);
});
