import { randomUUID } from 'node:crypto';
import { memoryBus } from '@rest-stop/runtime/bus/memory.ts';
import { closeAll } from '@rest-stop/runtime/lifecycle.ts';
import { startRedis } from '@rest-stop/testing/servers/redis.ts';
import type { Server } from '@rest-stop/testing/servers/server.ts';
import { describeWith, describeWithBinaries } from '@rest-stop/testing/servers/suites.ts';
import { asService } from '@rest-stop/testing/servers/users.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connectRedis, type RedisConnection } from '../src/admission/redis-connection.ts';
import { redisVisitLog } from '../src/admission/redis-visit-log.ts';
import { keysOf } from '../src/admission/scripts.ts';
import { knownKey, newKeyHash } from './behaviours.ts';
import { bearer, type Gateway, patientRedis, quiet, raw, rawRequest, serveKeys, startGateway, statusOf } from './harness.ts';

const limits = { requests: 100, windowSeconds: 604_800, exemptForget: false };
const ask = (gateway: Gateway, path: string, key: string) => fetch(`${gateway.url}/v1${path}`, { headers: bearer(key) });

describeWith(['redis'], 'gateways on one Redis', ({ redis }) => {
  let gateways: Gateway[];
  let connections: RedisConnection[];
  let keys: ReturnType<typeof serveKeys>;
  let sent: string[];

  beforeEach(async () => {
    const bus = memoryBus(quiet);
    keys = serveKeys(bus);
    sent = [];
    connections = await Promise.all([1, 2, 3].map(() => patientRedis(redis.url)));
    gateways = await Promise.all(
      connections.map((connection) => {
        const send = (command: string[]) => {
          sent.push(command[0] ?? '');
          return connection.send(command);
        };
        return startGateway({ bus, visitLog: redisVisitLog({ ...connection, send }, limits), limits });
      }),
    );
  });
  afterEach(() => closeAll(...gateways, ...connections));

  test('let exactly 100 of 200 parallel requests pass, from the very first on', async () => {
    const { key, keyHash } = keys.issue();
    const answers = await Promise.all(Array.from({ length: 200 }, (_, i) => ask(gateways[i % 3] as Gateway, '/stay', key)));
    const statuses = answers.map(({ status }) => status);
    expect([statuses.filter((s) => s === 200).length, statuses.filter((s) => s === 429).length]).toEqual([100, 100]);
    const bodies = (await Promise.all(answers.filter(({ status }) => status === 429).map((answer) => answer.json()))) as {
      retry_at: string;
    }[];
    expect(new Set(bodies.map(({ retry_at }) => retry_at)).size).toBe(1);
    expect(await connections[0]?.send(['ZCARD', keysOf(keyHash)[1]])).toBe(100);
    expect(keys.asked.length).toBeLessThanOrEqual(gateways.length);
  });

  test('let a visit in at oldest + window, and not before', async () => {
    const { key, keyHash } = keys.issue();
    const [gateway] = gateways as [Gateway];
    await Promise.all(Array.from({ length: 100 }, () => ask(gateway, '/stay', key)));
    const visits = keysOf(keyHash)[1];
    const [connection] = connections as [RedisConnection];
    const [oldest] = (await connection.send(['ZRANGE', visits, '0', '0'])) as [string];
    const backdate = (ms: number) => connection.send(['ZADD', visits, String(Date.now() - limits.windowSeconds * 1_000 + ms), oldest]);
    await backdate(60_000);
    const refused = await ask(gateway, '/stay', key);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    await backdate(0);
    expect((await ask(gateway, '/stay', key)).status).toBe(200);
    expect((await ask(gateway, '/stay', key)).status).toBe(429);
  });

  test('are not asked about keys that are no keys', async () => {
    const { key } = keys.issue();
    const [{ port }] = gateways as [Gateway];
    const wrong = [
      [],
      ['Authorization:'],
      ['Authorization: Bearer'],
      [`Authorization: Bearer  ${key}`],
      [`Authorization: Bearer ${key}x`],
      [`Authorization: Bearer ${key.toUpperCase()}`],
      [`Authorization: Bearer ${key},`],
      [`Authorization: Bearer ${'a'.repeat(8_000)}`],
      [`Authorization: Basic ${key}`],
      [`Authorization: Bearer ${key}`, `Authorization: Bearer ${key}`],
      [`Authorization: Bearer ${key}`, 'AUTHORIZATION: Bearer rs_000000000000000000000000'],
      [`X-Api-Key: ${key}`],
    ];
    for (const headers of wrong) expect(statusOf(await raw(port, rawRequest('GET', '/v1/stay', headers)))).toBe(401);
    expect(statusOf(await raw(port, rawRequest('GET', `/v1/stay?key=${key}&authorization=Bearer%20${key}`)))).toBe(401);
    expect(sent).toEqual([]);
    expect(statusOf(await raw(port, rawRequest('GET', '/v1/stay', [`Authorization: Bearer ${key}`])))).toBe(200);
  });

  test('need one script for a request with a known key', async () => {
    const { key } = keys.issue();
    await ask(gateways[0] as Gateway, '/stay', key);
    sent.length = 0;
    for (const gateway of gateways) expect((await ask(gateway, '/stay', key)).status).toBe(200);
    expect(sent).toEqual(['EVALSHA', 'EVALSHA', 'EVALSHA']);
    expect(keys.asked).toHaveLength(1);
  });

  test('take less than 2.5 kB for the 100 visits of a key, also where a version before has named some of them at length', async () => {
    const visitsOf = async (keyHash: string) => Number(await connections[0]?.send(['MEMORY', 'USAGE', keysOf(keyHash)[1], 'SAMPLES', '0']));
    const [full, mixed] = [keys.issue(), keys.issue()];
    const [gateway] = gateways as [Gateway];
    await Promise.all(Array.from({ length: 100 }, () => ask(gateway, '/stay', full.key)));
    expect(await connections[0]?.send(['ZCARD', keysOf(full.keyHash)[1]])).toBe(100);
    expect(await visitsOf(full.keyHash)).toBeLessThan(2_500);

    await ask(gateway, '/stay', mixed.key);
    for (let i = 1; i < 60; i++) await gateway.visitLog.admit(mixed.keyHash, `${randomUUID()} POST /v1/seminars/:slug/attend`);
    const answers = await Promise.all(Array.from({ length: 60 }, () => ask(gateway, '/stay', mixed.key)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(40);
    expect(await visitsOf(mixed.keyHash)).toBeGreaterThan(2_500);
  });

  test('keep nothing of a key that nobody has', async () => {
    const unknown = `rs_${'0'.repeat(24)}`;
    expect((await ask(gateways[0] as Gateway, '/stay', unknown)).status).toBe(401);
    const [agent, visits] = keysOf(keys.asked[0] as string);
    expect(await connections[0]?.send(['EXISTS', agent, visits])).toBe(0);
  });
});

describeWithBinaries(['redis'], 'a gateway whose Redis', () => {
  let server: Awaited<ReturnType<typeof startRedis>>;
  let connection: RedisConnection;
  let gateway: Gateway;
  beforeEach(async () => {
    server = await startRedis();
    connection = await connectRedis(server.url, quiet, 5_000);
    gateway = await startGateway({ visitLog: redisVisitLog(connection, limits) });
  });
  afterEach(async () => {
    await closeAll(gateway, connection);
    await server.close();
  });

  async function expectOutage(key: string): Promise<void> {
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(gateway, '/stay', key)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    expect(answers[0]?.headers.get('retry-after')).toBe('1');
    expect((await ask(gateway, '/stats', key)).status).toBe(200);
  }

  async function expectRecovery(key: string): Promise<void> {
    await expect.poll(async () => (await ask(gateway, '/stay', key)).status, { interval: 100 }).toBe(200);
  }

  test('hangs answers 503 where a key is needed, and recovers with it', async () => {
    const { key } = gateway.keys.issue();
    await server.kill('SIGSTOP');
    await expectOutage(key);
    await server.kill('SIGCONT');
    await expectRecovery(key);
  });

  test('is held up for less than the gateway is told to wait is waited for', async () => {
    const patient = await patientRedis(server.url);
    const waiting = await startGateway({ visitLog: redisVisitLog(patient, limits) });
    const { key } = waiting.keys.issue();
    await server.kill('SIGSTOP');
    const answer = ask(waiting, '/stay', key);
    await expectOutage(gateway.keys.issue().key);
    await server.kill('SIGCONT');
    expect((await answer).status).toBe(200);
    await closeAll(waiting, patient);
  });

  test('is killed and started again does the same', async () => {
    const { key } = gateway.keys.issue();
    await server.kill('SIGKILL');
    await expectOutage(key);
    server = await startRedis({ port: server.port });
    await expectRecovery(key);
  });

  describe('refuses writes', () => {
    for (const [name, begin, end] of [
      ['for want of memory', ['CONFIG', 'SET', 'maxmemory', '1'], ['CONFIG', 'SET', 'maxmemory', '0']],
      ['as a replica', ['REPLICAOF', '127.0.0.1', '1'], ['REPLICAOF', 'NO', 'ONE']],
    ] as const) {
      test(`${name} does the same`, async () => {
        const { key } = gateway.keys.issue();
        await connection.send([...begin]);
        await expectOutage(key);
        await connection.send([...end]);
        await expectRecovery(key);
      });
    }
  });
});

describeWithBinaries(['redis'], 'a Redis user for the gateway', () => {
  let server: Server;
  beforeEach(async () => {
    server = await startRedis();
  });
  afterEach(() => server.close());

  async function logOf(...change: string[]) {
    const admin = await connectRedis(server.url, quiet, 5_000);
    await admin.send(['ACL', 'SETUSER', 'gateway', ...change]);
    await admin.close();
    return redisVisitLog(await connectRedis(asService('redis', server.url, 'gateway'), quiet, 5_000), limits);
  }

  test('needs no more rights than these', async () => {
    const log = await logOf();
    const keyHash = await knownKey(log);
    expect((await log.admit(keyHash, 'a')).kind).toBe('admitted');
    await log.revoke(keyHash);
    expect([await log.erase(keyHash), await log.left(keyHash)]).toEqual([1, 0]);
    await log.close();
  });

  test('that may not ask which history of writes it is in lets nobody in', async () => {
    const log = await logOf('-info');
    await expect(log.admit(newKeyHash(), 'a')).rejects.toMatchObject({ code: 'unavailable' });
    await log.close();
  });
});

test('without a Redis the gateway does not start, and says why in one line', async () => {
  await expect(connectRedis('redis://user:hidden@127.0.0.1:1', quiet, 300)).rejects.toThrow(
    /^cannot use Redis at 127\.0\.0\.1:1 \(ECONNREFUSED\)$/,
  );
});
