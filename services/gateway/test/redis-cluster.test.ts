import { memoryBus } from '@rest-stop/runtime/bus/memory.ts';
import { type Closable, closeAll } from '@rest-stop/runtime/lifecycle.ts';
import { describeWithBinaries } from '@rest-stop/testing/servers/suites.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { slotOf } from '../src/admission/key-slot.ts';
import { connectRedisCluster } from '../src/admission/redis-cluster.ts';
import { deadMs, type RedisConnection } from '../src/admission/redis-connection.ts';
import { redisVisitLog } from '../src/admission/redis-visit-log.ts';
import { keysOf } from '../src/admission/scripts.ts';
import { bearer, type Gateway, quiet, serveKeys, startGateway } from './harness.ts';
import { addReplica, askOnce, type RedisCluster, startRedisCluster } from './redis-cluster.ts';

const limits = { requests: 20, windowSeconds: 604_800, exemptForget: false };
const size = 3;

describeWithBinaries(['redis'], 'three gateways on a Redis Cluster of three', () => {
  let cluster: RedisCluster;
  let connections: RedisConnection[];
  let gateways: Gateway[];
  let keys: ReturnType<typeof serveKeys>;
  beforeAll(async () => {
    cluster = await startRedisCluster(size);
    const bus = memoryBus(quiet);
    keys = serveKeys(bus);
    connections = await Promise.all(cluster.nodes.map(({ url }) => connectRedisCluster(url, quiet, 30_000, 1_000)));
    gateways = await Promise.all(connections.map((c) => startGateway({ bus, visitLog: redisVisitLog(c, limits), limits })));
  });
  afterAll(async () => {
    for (const node of cluster?.nodes ?? []) await node.kill('SIGCONT');
    await closeAll(...(gateways ?? []), ...(connections ?? []));
    await cluster?.close();
  });

  const nodeOf = ({ keyHash }: { keyHash: string }) => Math.floor((slotOf(keysOf(keyHash)[1]) * size) / 16_384);
  const statuses = (key: string, requests: number) =>
    Promise.all(
      Array.from({ length: requests }, async (_, i) => {
        const answer = await fetch(`${gateways[i % size]?.url}/v1/stay`, { headers: bearer(key) });
        await answer.arrayBuffer();
        return answer.status;
      }),
    );
  const keyOn = (node: number) => {
    for (;;) {
      const issued = keys.issue();
      if (nodeOf(issued) === node) return issued;
    }
  };

  const useNewKeyOn = async (node: number, requests: number) => {
    const issued = keyOn(node);
    return { ...issued, found: await statuses(issued.key, requests) };
  };

  test('let exactly as many pass as the limit says, wherever a key lives', async () => {
    for (let node = 0; node < size; node++) {
      const { found, ...issued } = await useNewKeyOn(node, 45);
      expect([found.filter((s) => s === 200).length, found.filter((s) => s === 429).length]).toEqual([20, 25]);
      expect(await cluster.ask(node, ['ZCARD', keysOf(issued.keyHash)[1]])).toBe(20);
    }
  });

  test('go on when a node has lost its scripts', async () => {
    for (let node = 0; node < size; node++) await cluster.ask(node, ['SCRIPT', 'FLUSH']);
    for (let node = 0; node < size; node++) expect((await useNewKeyOn(node, 6)).found).toEqual(new Array(6).fill(200));
  });

  test('refuse only the keys of a node that hangs, and take them again when it goes on', async () => {
    const ill = await useNewKeyOn(0, 3);
    await cluster.nodes[0]?.kill('SIGSTOP');
    expect(new Set(await statuses(ill.key, 6))).toEqual(new Set([503]));
    const others: number[] = [];
    // Until the gateways have taken the node for dead, and connected to the cluster anew.
    const replacedAt = performance.now() + 2 * deadMs;
    const lane = async () => {
      while (performance.now() < replacedAt) others.push(...(await statuses(keyOn(1).key, size)));
    };
    const refused = async () => {
      while (performance.now() < replacedAt) await statuses(ill.key, size);
    };
    await Promise.all([refused(), ...Array.from({ length: 8 }, lane)]);
    expect(new Set(others)).toEqual(new Set([200]));
    await cluster.nodes[0]?.kill('SIGCONT');
    await expect.poll(async () => [...new Set(await statuses(ill.key, 3))], { interval: 200 }).toEqual([200]);
  });
});

describeWithBinaries(['redis'], 'a gateway on a Redis Cluster with a replica', () => {
  test('that missed a forget and takes over: the key is dead, and others are as they were', async () => {
    const cluster = await startRedisCluster(1);
    const opened: Closable[] = [cluster];
    try {
      const replica = await addReplica(cluster, 0);
      opened.push({ close: () => replica.kill('SIGCONT').then(() => replica.close()) });
      const connection = await connectRedisCluster(replica.url, quiet, 30_000);
      opened.push(connection);
      const bus = memoryBus(quiet);
      const keys = serveKeys(bus);
      const gateway = await startGateway({ bus, visitLog: redisVisitLog(connection, limits), limits });
      opened.push(gateway);
      const status = async ({ key }: { key: string }) => (await fetch(`${gateway.url}/v1/stay`, { headers: bearer(key) })).status;
      const [dead, alive] = [keys.issue(), keys.issue()];
      for (const issued of [dead, alive]) await expect.poll(() => status(issued)).toBe(200);
      const entry = () => askOnce(replica.url, ['EVAL', "return #redis.call('KEYS', '*:agent')", '0']);
      await expect.poll(entry).toBe(2);
      await replica.kill('SIGSTOP');
      await cluster.ask(0, ['CLIENT', 'KILL', 'TYPE', 'replica']);
      keys.forget(dead.keyHash);
      await gateway.visitLog.erase(dead.keyHash);
      await cluster.nodes[0]?.kill('SIGKILL');
      await replica.kill('SIGCONT');
      await askOnce(replica.url, ['CLUSTER', 'FAILOVER', 'TAKEOVER']);
      expect(await entry()).toBe(2);
      const seen: number[] = [];
      await expect.poll(async () => seen.push(await status(dead)) && seen.at(-1)).not.toBe(503);
      expect(seen.at(-1)).toBe(401);
      await expect.poll(() => status(alive)).toBe(200);
      await expect.poll(entry).toBe(1);
    } finally {
      for (const each of opened.toReversed()) await each.close();
    }
  });
});

test('without a Redis Cluster the gateway does not start, and says why in one line', async () => {
  await expect(connectRedisCluster('redis://user:hidden@127.0.0.1:1', quiet, 300)).rejects.toThrow(
    /^cannot use the Redis Cluster at 127\.0\.0\.1:1 \(/,
  );
});
