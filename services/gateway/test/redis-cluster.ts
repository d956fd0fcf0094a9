import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@rest-stop/testing/servers/network.ts';
import { startRedis } from '@rest-stop/testing/servers/redis.ts';
import type { Server } from '@rest-stop/testing/servers/server.ts';
import { createClient } from 'redis';

const slots = 16_384;

export type RedisCluster = {
  /** The primaries. */
  nodes: Server[];
  /** Sends one command to one node and answers its reply. */
  ask(node: number, command: string[]): Promise<unknown>;
  close(): Promise<void>;
};

/** A real Redis Cluster of `size` primaries without replicas, each slot served. */
export async function startRedisCluster(size: number): Promise<RedisCluster> {
  const nodes = await Promise.all(Array.from({ length: size }, startNode));
  const ask = (node: number, command: string[]) => askOnce((nodes[node] as Server).url, command);
  const close = async () => void (await Promise.all(nodes.map((node) => node.close())));
  try {
    for (let i = 0; i < size; i++) {
      const [from, to] = [i, i + 1].map((n) => Math.floor((n * slots) / size)) as [number, number];
      await ask(i, ['CLUSTER', 'ADDSLOTSRANGE', String(from), String(to - 1)]);
      await ask(i, ['CLUSTER', 'SET-CONFIG-EPOCH', String(i + 1)]);
    }
    const [bus] = nodes.map(({ busPort }) => busPort);
    for (let i = 1; i < size; i++) await ask(i, ['CLUSTER', 'MEET', '127.0.0.1', String(nodes[0]?.port), String(bus)]);
    for (let i = 0; i < size; i++) {
      while (!String(await ask(i, ['CLUSTER', 'INFO'])).includes('cluster_state:ok')) await sleep(50);
      while (((await ask(i, ['CLUSTER', 'SLOTS'])) as unknown[]).length < size) await sleep(50);
    }
    return { nodes, ask, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Starts one more node, as a replica of the primary `of`, and waits until it has the data. Who called ends it. */
export async function addReplica({ nodes, ask }: RedisCluster, of: number): Promise<Server> {
  const replica = await startNode();
  const primary = nodes[of] as Server;
  const id = String(await ask(of, ['CLUSTER', 'MYID']));
  await ask(of, ['CLUSTER', 'MEET', '127.0.0.1', String(replica.port), String(replica.busPort)]);
  while (!String(await askOnce(replica.url, ['CLUSTER', 'NODES'])).includes(id)) await sleep(50);
  await askOnce(replica.url, ['CLUSTER', 'REPLICATE', id]);
  while (!String(await askOnce(primary.url, ['INFO', 'replication'])).includes('state=online')) await sleep(50);
  while (!String(await askOnce(replica.url, ['CLUSTER', 'INFO'])).includes('cluster_state:ok')) await sleep(50);
  return replica;
}

/** The port between the nodes is by default 10,000 above the other, which may be none at all. */
async function startNode(): Promise<Server & { busPort: number }> {
  const busPort = await freePort();
  const timing = ['--repl-diskless-sync-delay', '0', '--cluster-node-timeout', '1000', '--cluster-require-full-coverage', 'no'];
  const node = await startRedis({ args: ['--cluster-enabled', 'yes', '--cluster-port', String(busPort), ...timing] });
  return { ...node, busPort };
}

export async function askOnce(url: string, command: string[]): Promise<unknown> {
  const client = createClient({ url });
  client.on('error', () => {});
  await client.connect();
  try {
    return await client.sendCommand(command);
  } finally {
    client.destroy();
  }
}
