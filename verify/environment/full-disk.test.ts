import { join } from 'node:path';
import { type Deployment, startEmbedded } from '@rest-stop/testing/deployment/deployment.ts';
import { fillDataFolder } from '@rest-stop/testing/embedded-database.ts';
import { startPostgres } from '@rest-stop/testing/servers/postgres.ts';
import { startRedis } from '@rest-stop/testing/servers/redis.ts';
import type { Server } from '@rest-stop/testing/servers/server.ts';
import { describeWithBinaries } from '@rest-stop/testing/servers/suites.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Api } from '@rest-stop/testing/client.ts';
import { describeWithSmallDisks, type SmallDisk, smallDisk } from './small-disk.ts';

const settings = { RATE_LIMIT_REQUESTS: '1000000' };
const review = { rating: 5, title: 'Full', body: 'y'.repeat(1_900) };

type Asked = { name: string; status: number };
type Use = { asked: Asked[]; acknowledged: { key: string; reviewed: boolean }[] };

/** New agents who each leave a review and look at their stay, until `rounds` have come or the disk has refused `refusals` requests. */
async function use(api: Api, { rounds = 400, refusals = 60, known = '' } = {}): Promise<Use> {
  const found: Use = { asked: [], acknowledged: [] };
  const ask = async (name: string, method: 'GET' | 'POST', key?: string, body?: unknown) => {
    const answer = await api.call(method, name, { ...(key ? { key } : {}), ...(body ? { body } : {}) });
    found.asked.push({ name: `${method} ${name}`, status: answer.status });
    return answer;
  };
  const refused = () => found.asked.filter(({ status }) => status === 503).length;
  for (let round = 0; round < rounds && refused() < refusals; round++) {
    await ask('/health', 'GET');
    await ask('/reviews', 'GET');
    const joined = await ask('/quickjoin', 'POST');
    const key = joined.status === 200 ? joined.body.api_key : (found.acknowledged.at(-1)?.key ?? known);
    const reviewed = (await ask('/reviews', 'POST', key, review)).status === 200;
    await ask('/stay', 'GET', key);
    if (joined.status === 200) found.acknowledged.push({ key, reviewed });
  }
  return found;
}

/** What was answered with anything but a success or 503. */
const wrongIn = (asked: readonly Asked[]) => asked.filter(({ status }) => status !== 200 && status !== 503);
const refusedIn = (asked: readonly Asked[]) => new Set(asked.filter(({ status }) => status === 503).map(({ name }) => name));

/** Agents of whom less is there than was acknowledged. */
async function lostOf(api: Api, { acknowledged }: Pick<Use, 'acknowledged'>): Promise<string[]> {
  const lost: string[] = [];
  for (const { key, reviewed } of acknowledged) {
    const { status, body } = await api.get('/stay', { key });
    if (status !== 200 || (reviewed && !body.review.exists)) lost.push(key);
  }
  return lost;
}

const refusalOf = (data: string) =>
  startEmbedded(settings, data).then(
    (started) => started.close().then(() => 'it started'),
    ({ message }: Error) => message,
  );

const worksAgain = (api: Api) =>
  expect
    .poll(async () => new Set((await use(api, { rounds: 2 })).asked.map(({ status }) => status)), { interval: 250 })
    .toEqual(new Set([200]));

describeWithSmallDisks('a disk that is full', () => {
  describeWithBinaries(['postgres', 'redis'], 'under the servers', () => {
    let disks: { postgres: SmallDisk; redis: SmallDisk };
    let servers: Server[] = [];
    let deployment: Deployment;
    let api: Api;
    beforeAll(async () => {
      disks = { postgres: smallDisk(64), redis: smallDisk(8) };
      const [postgres, redis] = await Promise.all([
        startPostgres({ dir: join(disks.postgres.path, 'server') }),
        startRedis({ dir: join(disks.redis.path, 'server'), args: ['--appendonly', 'yes'] }),
      ]);
      servers = [postgres, redis];
      deployment = await startEmbedded({ ...settings, DATABASE_URL: postgres.url, REDIS_URL: redis.url });
      api = new Api(deployment.baseUrls[0] as string);
    });
    afterAll(async () => {
      await deployment?.close();
      await Promise.all(servers.map((server) => server.close()));
      for (const disk of Object.values(disks ?? {})) disk.remove();
    });

    test.each([
      ['Redis', 'redis', ['GET /stay', 'POST /reviews']],
      ['PostgreSQL', 'postgres', ['POST /quickjoin', 'POST /reviews']],
    ] as const)(
      'of %s: 503 to whoever would write, nothing acknowledged is lost, and all works when there is room',
      async (_name, which, refused) => {
        const { key: known } = await api.join();
        await api.get('/stay', { key: known });
        disks[which].fill();
        const during = await use(api, { known });
        disks[which].makeRoom();
        expect(wrongIn(during.asked)).toEqual([]);
        // Which of them meets the full disk first is the server's business: an update may still find room in a page.
        expect(refused.filter((name) => refusedIn(during.asked).has(name))).not.toEqual([]);
        await worksAgain(api);
        expect(await lostOf(api, during)).toEqual([]);
      },
    );

    test('would be seen to be answered wrongly or to have lost something', async () => {
      const acknowledged = (await use(api, { rounds: 1 })).acknowledged;
      expect(wrongIn([...[200, 503].map((status) => ({ name: 'GET /stay', status })), { name: 'GET /stay', status: 500 }])).toHaveLength(1);
      expect(await lostOf(api, { acknowledged: [...acknowledged, { key: `rs_${'0'.repeat(24)}`, reviewed: true }] })).toHaveLength(1);
      const { key } = await api.join();
      expect(await lostOf(api, { acknowledged: [{ key, reviewed: true }] })).toEqual([key]);
    });
  });

  let disk: SmallDisk;
  afterAll(() => disk?.remove());

  test('under the data folder: 503, nothing acknowledged is lost; a start there says why, and works when there is room', async () => {
    disk = smallDisk(64);
    const data = join(disk.path, 'data');
    await fillDataFolder(data);
    let deployment = await startEmbedded(settings, data);
    let api = new Api(deployment.baseUrls[0] as string);
    const { key: known } = await api.join();
    disk.fill();
    const during = await use(api, { known });
    expect(wrongIn(during.asked)).toEqual([]);
    expect(refusedIn(during.asked).size).toBeGreaterThan(0);
    await deployment.close();

    disk.makeRoom();
    disk.fill();
    const refusals = [await refusalOf(data)];
    disk.makeRoom();
    disk.fill(1_048_576);
    refusals.push(await refusalOf(join(disk.path, 'new')));
    expect(refusals).toEqual([
      expect.stringMatching(/ended with 1[\s\S]*its disk is full/),
      expect.stringMatching(/ended with 1[\s\S]*its disk is full/),
    ]);
    disk.makeRoom();
    deployment = await startEmbedded(settings, data);
    api = new Api(deployment.baseUrls[0] as string);
    await worksAgain(api);
    expect(await lostOf(api, during)).toEqual([]);
    await deployment.close();
  }, 180_000);
});
