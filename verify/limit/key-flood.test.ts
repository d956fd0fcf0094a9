import { randomBytes } from 'node:crypto';
import { memoryBus } from '@rest-stop/runtime/bus/memory.ts';
import { closeAll } from '@rest-stop/runtime/lifecycle.ts';
import { startRedis } from '@rest-stop/testing/servers/redis.ts';
import type { Server } from '@rest-stop/testing/servers/server.ts';
import { describeWithBinaries } from '@rest-stop/testing/servers/suites.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RedisConnection } from '@rest-stop/gateway/admission/redis-connection.ts';
import { redisVisitLog } from '@rest-stop/gateway/admission/redis-visit-log.ts';
import { leaseTtlMs } from '@rest-stop/gateway/admission/visit-log.ts';
import { type Gateway, patientRedis, quiet, serveKeys, startGateway } from '@rest-stop/gateway/test/harness.ts';
import { Api } from '@rest-stop/testing/client.ts';

const guesses = Number(process.env['KEY_GUESSES'] ?? 2_000);
const atOnce = 40;
const limits = { requests: 1_000_000, windowSeconds: 604_800, exemptForget: false };

/** Statuses of `count` requests, each with a well-formed key that nobody has. */
async function guess(api: Api, count: number): Promise<number[]> {
  const statuses: number[] = [];
  let left = count;
  const lane = async () => {
    while (left-- > 0) statuses.push((await api.get('/stay', { key: `rs_${randomBytes(12).toString('hex')}` })).status);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return statuses;
}

describeWithBinaries(['redis'], 'a flood of keys that nobody has', () => {
  let redis: Server;
  let connection: RedisConnection;
  beforeEach(async () => {
    redis = await startRedis();
    connection = await patientRedis(redis.url);
  });
  afterEach(async () => {
    await closeAll(connection);
    await redis.close();
  });

  /** What Redis would keep for longer than a lease lasts. */
  async function lasting(): Promise<string[]> {
    const keys = (await connection.send(['KEYS', '*'])) as string[];
    const found: string[] = [];
    for (const key of keys) {
      const ms = Number(await connection.send(['PTTL', key]));
      if (ms === -1 || ms > leaseTtlMs) found.push(key);
    }
    return found.sort();
  }
  const withGateway = async (send: RedisConnection['send'], work: (gateway: Gateway, key: string) => Promise<void>) => {
    const bus = memoryBus(quiet);
    const { key } = serveKeys(bus).issue();
    const gateway = await startGateway({ bus, visitLog: redisVisitLog({ ...connection, send }, limits), limits });
    try {
      await work(gateway, key);
    } finally {
      await gateway.close();
    }
  };

  test('is refused key by key, the agent that has one is served meanwhile, and Redis forgets all of it', async () => {
    await withGateway(connection.send, async ({ url }, key) => {
      const api = new Api(`${url}/v1`);
      expect((await api.get('/stay', { key })).status).toBe(200);
      const own = await lasting();
      const served: number[] = [];
      const flood = guess(api, guesses);
      let flooding = true;
      void flood.then(() => (flooding = false));
      while (flooding) served.push((await api.get('/stay', { key })).status);

      const statuses = await flood;
      expect(statuses).toHaveLength(guesses);
      expect(new Set(statuses)).toEqual(new Set([401]));
      expect(new Set(served)).toEqual(new Set([200]));
      expect(served.length).toBeGreaterThan(10);
      expect(await lasting()).toEqual(own);
      await expect.poll(() => connection.send(['DBSIZE']), { interval: 250 }).toBe(own.length);
    });
  });

  test('would be seen to leave something behind, were its leases kept', async () => {
    const keeping = async (command: string[]) => {
      const answer = await connection.send(command);
      const lease = command.find((word) => word.endsWith(':lease'));
      if (lease) await connection.send(['PERSIST', lease]);
      return answer;
    };
    await withGateway(keeping, async ({ url }) => {
      const refused = (await guess(new Api(`${url}/v1`), 20)).filter((status) => status === 401);
      expect(refused).not.toEqual([]);
      expect((await lasting()).length).toBeGreaterThanOrEqual(refused.length);
    });
  });
});
