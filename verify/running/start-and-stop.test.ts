import { chmod, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { startChild } from '@rest-stop/testing/deployment/child.ts';
import { type Deployment, startEmbedded } from '@rest-stop/testing/deployment/deployment.ts';
import { fillDataFolder } from '@rest-stop/testing/embedded-database.ts';
import { temporaryDirectory } from '@rest-stop/testing/process/reaping.ts';
import { listenLocally } from '@rest-stop/testing/servers/listen.ts';
import { freePort } from '@rest-stop/testing/servers/network.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Api } from '@rest-stop/testing/client.ts';

const program = 'embedded/src/main.ts';
const review = { rating: 5, title: 'Still here', body: 'It survived a restart.' };
const folders: ReturnType<typeof temporaryDirectory>[] = [];

function folder() {
  const made = temporaryDirectory();
  folders.push(made);
  return made;
}
afterAll(() => {
  for (const one of folders) one.remove();
});

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.unref();
  });

/** How a start ended that must not succeed: in one message, with 1. */
async function refusal(env: Record<string, string>): Promise<string> {
  const attempt = startChild(program, { HOST: '127.0.0.1', PORT: String(await freePort()), ...env });
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
}

describe('one process, started three times on a new data folder', () => {
  const data = folder();
  const running: Deployment[] = [];
  let key: string;
  let agentId: string;
  const start = async () => {
    const started = await startEmbedded({}, data.path);
    running.push(started);
    return { api: new Api(started.baseUrls[0] as string), child: started.children['embedded']![0]! };
  };
  let first: Awaited<ReturnType<typeof start>>;
  let second: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    first = await start();
    ({ key, agentId } = await first.api.join());
  });
  afterAll(async () => {
    for (const one of running) await one.close();
  });

  test('keeps its data folder to itself: another process is refused it', async () => {
    expect(await refusal({ DATA_DIR: data.path })).toContain('already uses this data folder');
  });

  test('SIGTERM ends it with 0 and closes the port; the data survives the restart, the counted visits too', async () => {
    expect((await first.api.post('/reviews', { key, body: review })).status).toBe(200);
    await first.child.kill('SIGTERM');
    expect(await first.child.exited).toBe(0);
    expect(await isOpen(Number(new URL(first.api.base).port))).toBe(false);

    second = await start();
    const stay = await second.api.get('/stay', { key });
    expect(stay.body).toMatchObject({ reservation: { agent_id: agentId }, review: { exists: true, ...review } });
    expect(stay.headers.get('ratelimit')).toMatch(/r=98/);
  });

  test('a kill without warning loses no acknowledged row', async () => {
    const changed = { ...review, title: 'Here again' };
    expect((await second.api.post('/reviews', { key, body: changed })).status).toBe(200);
    await second.child.kill('SIGKILL');

    const { api } = await start();
    expect((await api.get('/stay', { key })).body.review).toMatchObject(changed);
  });
});

test('nobody else can read the data folder, nor any file in it, also where that was possible before', async () => {
  const { path: data } = folder();
  await fillDataFolder(data);
  const below = async () => {
    const entries = await readdir(data, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile() || entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
  };
  const open = async () => {
    const modes = await Promise.all([data, ...(await below())].map(async (path) => [path, (await stat(path)).mode & 0o777] as const));
    return modes.filter(([, mode]) => (mode & 0o077) !== 0);
  };
  for (const path of [data, ...(await below())]) await chmod(path, 0o777);

  const running = await startEmbedded({}, data);
  const api = new Api(running.baseUrls[0] as string);
  const { key } = await api.join();
  expect((await api.post('/reviews', { key, body: review })).status).toBe(200);
  expect(await open()).toEqual([]);
  await running.close();
  expect(await open()).toEqual([]);
  expect((await stat(data)).mode & 0o777).toBe(0o700);
});

describe.concurrent('a start that cannot succeed says why in one message and ends with 1', () => {
  const refusalBy = async (env: Record<string, string>) => {
    const { path } = folder();
    await fillDataFolder(path);
    return refusal({ DATA_DIR: path, ...env });
  };

  test('bad settings: every bad variable at once', async () => {
    const message = await refusalBy({ PORT: 'eighty', RATE_LIMIT_REQUESTS: '-1', DATABASE_URL: 'mysql://x', OPERATOR_EMAIL: 'nobody' });
    for (const name of ['PORT', 'RATE_LIMIT_REQUESTS', 'DATABASE_URL', 'OPERATOR_EMAIL']) expect(message).toContain(name);
    expect(message).not.toContain('eighty');
  });

  test('production without the backing services names each', async () => {
    const message = await refusalBy({ NODE_ENV: 'production' });
    for (const name of ['DATABASE_URL', 'REDIS_URL', 'NATS_URL', 'AI_PROVIDER']) expect(message).toContain(name);
  });

  test('a port in use', async () => {
    const { port, close } = await listenLocally(createServer());
    expect(await refusalBy({ PORT: String(port) })).toContain(`port ${port} is already in use`);
    await close();
  });

  test.each([
    ['PostgreSQL', 'DATABASE_URL', 'postgres://nobody@127.0.0.1:9/none'],
    ['Redis', 'REDIS_URL', 'redis://127.0.0.1:9'],
    ['NATS', 'NATS_URL', 'nats://127.0.0.1:9'],
  ])('%s that does not answer', async (name, variable, url) => {
    expect(await refusalBy({ [variable]: url })).toContain(name);
  });

  test('a data folder that is a file', async () => {
    const path = join(folder().path, 'file');
    await writeFile(path, '');
    expect(await refusal({ DATA_DIR: path })).toContain('data folder');
  });

  test('a database without PG_VERSION; its files stay as they are', async () => {
    const { path: data } = folder();
    await fillDataFolder(data);
    const files = join(data, 'postgres');
    await rm(join(files, 'PG_VERSION'));
    const before = await readdir(files, { recursive: true });
    expect(await refusal({ DATA_DIR: data })).toMatch(/has files but no PG_VERSION.*Restore the folder from a backup, or move it away/);
    expect(await readdir(files, { recursive: true })).toEqual(before);
  });

  test('a damaged database', async () => {
    const { path: data } = folder();
    await mkdir(join(data, 'postgres'));
    await writeFile(join(data, 'postgres', 'PG_VERSION'), 'nonsense');
    expect(await refusal({ DATA_DIR: data })).toContain('database');
  });
});
