import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryBus } from '@rest-stop/runtime/bus/memory.ts';
import { StartupError } from '@rest-stop/runtime/env.ts';
import { type Closable, closeAll } from '@rest-stop/runtime/lifecycle.ts';
import { startTcpProxy, type TcpProxy } from '@rest-stop/testing/faults/tcp-proxy.ts';
import { startRedis } from '@rest-stop/testing/servers/redis.ts';
import type { Server } from '@rest-stop/testing/servers/server.ts';
import { describeWithBinaries } from '@rest-stop/testing/servers/suites.ts';
import { asService, asTester } from '@rest-stop/testing/servers/users.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { insecureRedis } from '../src/admission/redis-safety.ts';
import { connectRedis, type RedisConnection } from '../src/admission/redis-connection.ts';
import { redisVisitLog } from '../src/admission/redis-visit-log.ts';
import { keysOf } from '../src/admission/scripts.ts';
import { bearer, type Gateway, quiet, serveKeys, startGateway } from './harness.ts';

const limits = { requests: 100, windowSeconds: 604_800, exemptForget: false };
const used = (answer: Response) => 100 - Number(/r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '')?.[1]);

describeWithBinaries(['redis'], 'three gateways, and a Redis', () => {
  let server: Server;
  let folder: string;
  let direct: RedisConnection;
  let gateways: Gateway[];
  let keys: ReturnType<typeof serveKeys>;
  let opened: Closable[];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'redis-'));
    opened = [];
    server = await startRedis({ dir: folder, args: ['--appendonly', 'yes'] });
    direct = await connected(server.port);
  });
  afterEach(async () => {
    await closeAll(...(gateways ?? []), ...opened);
    await server.kill('SIGCONT');
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function connected(port: number): Promise<RedisConnection> {
    const connection = await connectRedis(asTester(`redis://127.0.0.1:${port}`), quiet, 5_000);
    opened.push(connection);
    return connection;
  }

  async function startGateways(port: number): Promise<void> {
    const bus = memoryBus(quiet);
    keys = serveKeys(bus);
    gateways = [];
    for (let i = 0; i < 3; i++) gateways.push(await startGateway({ bus, visitLog: redisVisitLog(await connected(port), limits), limits }));
  }

  async function ask(i: number, key: string, path = '/stay'): Promise<Response> {
    const answer = await fetch(`${gateways[i % 3]?.url}/v1${path}`, { headers: bearer(key) });
    await answer.arrayBuffer();
    return answer;
  }
  const statusesOf = async (key: string, requests: number) =>
    (await Promise.all(Array.from({ length: requests }, (_, i) => ask(i, key)))).map(({ status }) => status);
  const counted = (keyHash: string) => direct.send(['ZCARD', keysOf(keyHash)[1]]);
  const recovered = (key: string) => expect.poll(async () => new Set(await statusesOf(key, 3)), { interval: 200 }).toEqual(new Set([200]));

  test('that forgets its scripts under load: nobody notices, every visit counts once', async () => {
    await startGateways(server.port);
    const { key, keyHash } = keys.issue();
    const statuses: number[] = [];
    for (let round = 0; round < 8; round++) {
      const asked = statusesOf(key, 10);
      await direct.send(['SCRIPT', 'FLUSH']);
      statuses.push(...(await asked));
    }
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await counted(keyHash)).toBe(80);
  });

  test('that is away when it is asked whether it evicts: it is waited for, and no start is refused for a policy that nobody has read', async () => {
    await server.kill('SIGKILL');
    const asked = insecureRedis(direct, 30_000);
    server = await startRedis({ dir: folder, port: server.port, args: ['--maxmemory-policy', 'noeviction'] });
    expect(await asked).toEqual([]);
    await direct.send(['CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru']);
    expect(await insecureRedis(direct, 0)).toEqual(['redis-evicts']);
    await server.kill('SIGKILL');
    await expect(insecureRedis(direct, 0)).rejects.toThrow(StartupError);
  });

  test('that is killed and comes back with its file: 503 meanwhile, then the counts are as they were, and no gateway was restarted', async () => {
    await startGateways(server.port);
    const { key, keyHash } = keys.issue();
    expect(new Set(await statusesOf(key, 40))).toEqual(new Set([200]));
    await expect.poll(async () => String(await direct.send(['INFO', 'persistence']))).toContain('aof_buffer_length:0');
    await server.kill('SIGKILL');
    expect(new Set(await statusesOf(key, 30))).toEqual(new Set([503]));
    expect((await fetch(`${gateways[0]?.url}/v1/stats`)).status).toBe(200);
    server = await startRedis({ dir: folder, port: server.port, args: ['--appendonly', 'yes'] });
    await expect.poll(() => counted(keyHash).catch(() => 0)).toBe(40);
    await recovered(key);
    const [before, answer] = [Number(await counted(keyHash)), await ask(0, key)];
    expect(used(answer)).toBe(before + 1);
    const rest = await statusesOf(key, 100);
    expect(rest.filter((status) => status === 200)).toHaveLength(99 - before);
  });

  test('that is full: 503 with Retry-After where a key is needed, no visit is lost, and all goes on when there is room again', async () => {
    await startGateways(server.port);
    const { key, keyHash } = keys.issue();
    expect(new Set(await statusesOf(key, 30))).toEqual(new Set([200]));
    await direct.send(['CONFIG', 'SET', 'maxmemory', '4mb']);
    // One write may go past the limit; after it there is no room for any.
    await direct.send(['SETRANGE', 'ballast', String(4 * 1_024 * 1_024), 'x']);
    await expect(direct.send(['SET', 'one', 'more'])).rejects.toThrow(/^OOM /);
    const refused = await ask(0, key);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect(new Set(await statusesOf(key, 30))).toEqual(new Set([503]));
    expect((await fetch(`${gateways[0]?.url}/v1/stats`)).status).toBe(200);
    expect(String(await direct.send(['INFO', 'stats']))).toContain('evicted_keys:0');
    expect(await counted(keyHash)).toBe(30);
    await direct.send(['DEL', 'ballast']);
    await recovered(keys.issue().key);
    expect((await statusesOf(key, 100)).filter((status) => status === 200)).toHaveLength(70);
  });

  test('that does not say whether it replays: nothing is refused; and one whose default user may not is named', async () => {
    expect(await insecureRedis(direct, 0)).toEqual([]);
    await direct.send(['ACL', 'SETUSER', 'default', '-@all']);
    expect(await insecureRedis(direct, 0)).toEqual(['redis-forgets']);
    const gateway = await connectRedis(asService('redis', server.url, 'gateway'), quiet, 5_000);
    opened.push(gateway);
    expect(await insecureRedis(gateway, 0)).toEqual(['redis-forgets']);
    await direct.send(['ACL', 'SETUSER', 'gateway', '-acl|dryrun']);
    expect(await insecureRedis(gateway, 0)).toEqual([]);
  });

  test('that loads its data: 503, and then the visits of before', async () => {
    await startGateways(server.port);
    const { key, keyHash } = keys.issue();
    await statusesOf(key, 10);
    for (let i = 0; i < 400; i++) await direct.send(['SET', `filling:${i}`, 'x'.repeat(1_000)]);
    await direct.send(['CONFIG', 'SET', 'appendonly', 'no']);
    await direct.send(['SAVE']);
    await server.kill('SIGKILL');
    const slow = ['--key-load-delay', '10000', '--loading-process-events-interval-bytes', '1024'];
    const starting = startRedis({ dir: folder, port: server.port, args: [...slow, '--dbfilename', 'dump.rdb'] });
    const seen = new Set<number>();
    const loading = { ended: false };
    void starting.then(() => (loading.ended = true));
    while (!loading.ended) for (const status of await statusesOf(key, 6)) seen.add(status);
    server = await starting;
    expect([...seen].filter((status) => status !== 200)).toEqual([503]);
    await recovered(key);
    expect(Number(await counted(keyHash))).toBeGreaterThan(10);
  });

  describe('that is reached over a network that breaks', () => {
    let proxy: TcpProxy;
    beforeEach(async () => {
      proxy = await startTcpProxy({ port: server.port });
      opened.push(proxy);
      await startGateways(proxy.port);
    });

    test('after a visit was counted and before the answer came: it passes, and counts once', async () => {
      for (let round = 1; round <= 5; round++) {
        const { key, keyHash } = keys.issue();
        expect((await ask(round, key)).status).toBe(200);
        proxy.set({ drop: 'to-client' });
        const answer = ask(round, key);
        await expect.poll(() => counted(keyHash), { interval: 1 }).toBe(2);
        await proxy.heal();
        // The client may get a 503 if reconnecting took too long, but the visit is never counted twice.
        expect([200, 503]).toContain((await answer).status);
        expect(await counted(keyHash)).toBe(2);
        await recovered(keys.issue().key);
      }
    });

    test('so that nothing gets through: 503 where a key is needed, and recovery when it is mended', async () => {
      const { key } = keys.issue();
      await statusesOf(key, 3);
      proxy.set({ cut: true });
      expect(new Set(await statusesOf(key, 30))).toEqual(new Set([503]));
      expect((await fetch(`${gateways[0]?.url}/v1/stats`)).status).toBe(200);
      await proxy.heal();
      await recovered(key);
    });
  });

  test('a visit without a name of its own would count twice when it is sent again: a check of the test above', async () => {
    const log = redisVisitLog({ ...direct, send: (command) => twice(command) }, limits);
    const nameless = redisVisitLog({ ...direct, send: (command) => twice(command, { renamed: true }) }, limits);
    const issued = [0, 1].map(() => serveKeys(memoryBus(quiet)).issue());
    for (const [i, each] of [log, nameless].entries()) {
      const { keyHash, agent } = issued[i] as (typeof issued)[number];
      const visit = await each.admit(keyHash, 'a');
      if (visit.kind === 'unknown') await each.fill(keyHash, visit.lease, agent);
      await each.admit(keyHash, 'b');
    }
    expect(await Promise.all(issued.map(({ keyHash }) => counted(keyHash)))).toEqual([1, 2]);
  });

  /** Sends every command as if the first answer had been lost. */
  async function twice(command: string[], { renamed = false } = {}): Promise<unknown> {
    await direct.send(command);
    return direct.send(renamed ? command.map((argument) => (argument === 'b' ? 'b, again' : argument)) : command);
  }
});
