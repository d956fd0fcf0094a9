import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPool, type Database, openDatabase } from '@rest-stop/runtime/postgres/pool.ts';
import { type Answer, Api } from '@rest-stop/testing/client.ts';
import { type Cluster, startCluster } from '@rest-stop/testing/deployment/cluster.ts';
import { pendingErasures } from '@rest-stop/testing/kept.ts';
import { seeded } from '@rest-stop/testing/random.ts';
import { seed } from '@rest-stop/testing/seed.ts';
import { describeWithBinaries } from '@rest-stop/testing/servers/suites.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Agent, registerAgent, writeEverything, writes } from './agent.ts';
import { leftoversOf } from './leftovers.ts';

const limit = 100_000;
const rotations = 5;
const probes = 12;

describeWithBinaries(['postgres', 'redis', 'nats'], `rotating keys through three gateways, seed ${seed}`, () => {
  const random = seeded(seed);
  let cluster: Cluster;
  let db: Database;
  beforeAll(async () => {
    cluster = await startCluster({ gateways: 3, settings: { RATE_LIMIT_REQUESTS: String(limit), REGISTRATION_LIMIT_PER_MINUTE: '0' } });
    db = openDatabase(createPool(cluster.direct.postgres, 2));
  });
  afterAll(async () => {
    await db?.close();
    await cluster?.close();
  });

  const through = () => new Api(random.pick(cluster.baseUrls));
  /** How many answers of the running test say that they were counted. */
  let counted = 0;

  /** A 503 tells nothing of the key: it is asked about again. */
  async function ask(api: Api, method: string, path: string, key: string): Promise<Answer> {
    for (;;) {
      const answer = await api.call(method, path, { key });
      if (answer.headers.has('ratelimit')) counted++;
      if (answer.status !== 503) return answer;
      await sleep(50);
    }
  }

  const statuses = (key: string) =>
    Promise.all(cluster.baseUrls.map(async (baseUrl) => (await ask(new Api(baseUrl), 'GET', '/memories', key)).status));
  const usedBy = async (key: string) =>
    limit - Number(/r=(\d+)/.exec((await ask(through(), 'GET', '/memories', key)).headers.get('ratelimit') ?? '')?.[1]);

  async function rotated(key: string): Promise<string> {
    const { status, body } = await ask(through(), 'POST', '/key/rotate', key);
    expect({ status, body }).toMatchObject({ status: 200 });
    return body.api_key;
  }

  /** Asks with `key` through one gateway after the other until `isOver`. The times are of before each was sent. */
  async function probe(key: string, isOver: () => boolean): Promise<{ startedAt: number; status: number }[]> {
    const seen = [];
    for (let i = 0; !isOver() || i < 2; i++) {
      const startedAt = performance.now();
      const { status } = await ask(new Api(cluster.baseUrls[i % 3] as string), 'GET', '/memories', key);
      seen.push({ startedAt, status });
    }
    return seen;
  }

  test(`${rotations} times under probes: none passes with the old key after the answer, and every visit counts once`, async () => {
    const keys = [(await registerAgent(cluster.baseUrls[0] as string, db)).key];
    counted = 0;
    for (let i = 0; i < rotations; i++) {
      const old = keys.at(-1) as string;
      const state = { answeredAt: Number.POSITIVE_INFINITY, after: 0 };
      const isOver = () => state.answeredAt < performance.now() && ++state.after > 3 * probes;
      const probing = Array.from({ length: probes }, () => probe(old, isOver));
      keys.push(await rotated(old));
      state.answeredAt = performance.now();
      const seen = (await Promise.all(probing)).flat();
      expect(seen.filter(({ status }) => status !== 200 && status !== 401)).toEqual([]);
      const after = seen.filter(({ startedAt }) => startedAt > state.answeredAt);
      expect(after.length).toBeGreaterThan(probes);
      expect(after.filter(({ status }) => status !== 401)).toEqual([]);
      expect(await statuses(keys.at(-1) as string)).toEqual([200, 200, 200]);
    }
    expect(await usedBy(keys.at(-1) as string)).toBe(counted);
    for (const dead of keys.slice(0, -1)) expect(await statuses(dead)).toEqual([401, 401, 401]);
  });

  test('a dead key stays dead, and the count stays, when every gateway and identity were killed and started again', async () => {
    const { key: old } = await registerAgent(cluster.baseUrls[0] as string, db);
    counted = 0;
    expect(await statuses(old)).toEqual([200, 200, 200]);
    const key = await rotated(old);
    for (const [name, part] of cluster.parts) if (/gateway|identity/.test(name)) await part.crash(0);
    expect(await statuses(old)).toEqual([401, 401, 401]);
    expect(await statuses(key)).toEqual([200, 200, 200]);
    expect(await usedBy(key)).toBe(counted);
  });

  test('a forget with the last of three keys leaves nothing under any of them', async () => {
    const agent = await registerAgent(cluster.baseUrls[0] as string, db);
    await writeEverything(cluster.baseUrls[0] as string, agent);
    counted = writes.length;
    const keys = [agent.key];
    for (let i = 0; i < 2; i++) {
      keys.push(await rotated(keys.at(-1) as string));
      expect(await statuses(keys.at(-1) as string)).toEqual([200, 200, 200]);
    }
    const { body } = await ask(through(), 'POST', '/forget', keys.at(-1) as string);
    // Every gateway deletes what it still finds; the answer does not wait for more than the first that has nothing left.
    expect(body.services.gateway.left).toBe(0);
    expect([0, counted]).toContain(body.services.gateway.deleted.visits);
    await expect.poll(() => pendingErasures(db), { interval: 100 }).toBe(0);
    const asAgents = keys.map((key): Agent => ({ ...agent, key, keyHash: hash('sha256', key), prefix: key.slice(0, 8) }));
    expect(await leftoversOf(asAgents, db, cluster.direct.redis)).toEqual([]);
    for (const key of keys) expect(await statuses(key)).toEqual([401, 401, 401]);
  });
});
