import { startTcpProxy } from '@rest-stop/testing/faults/tcp-proxy.ts';
import { startRedis } from '@rest-stop/testing/servers/redis.ts';
import { startSentinel } from '@rest-stop/testing/servers/sentinel.ts';
import type { Server } from '@rest-stop/testing/servers/server.ts';
import { asTester, tester } from '@rest-stop/testing/servers/users.ts';
import { createClient } from 'redis';
import type { Pair } from './pair.ts';

const name = 'visits';

/**
 * A primary and a replica that a Sentinel watches. What stands before them leads to the primary that the Sentinel names, and breaks all connections
 * when it names another.
 * @param waits a primary refuses writes while its replica is away
 */
export async function startRedisPair(waits: boolean): Promise<Pair> {
  const args = ['--repl-diskless-sync-delay', '0', ...(waits ? ['--min-replicas-to-write', '1'] : [])];
  const lag = waits ? ['--min-replicas-max-lag', '2'] : [];
  const start = (...more: string[]) => startRedis({ args: [...args, ...lag, ...more] });
  let primary = await start();
  let replica = await start('--replicaof', '127.0.0.1', String(primary.port));
  await linked(replica);
  const sentinel = await startSentinel(name, primary.port);
  await known(sentinel.url);
  const way = await startTcpProxy(() => ({ port: primary.port }));
  const news = createClient({ url: sentinel.url });
  news.on('error', () => {});
  await news.connect();
  let switched = () => {};
  await news.subscribe('+switch-master', (said) => {
    const port = Number(said.split(' ').at(-1));
    if (port !== replica.port) return;
    [primary, replica] = [replica, primary];
    way.reset();
    switched();
  });

  return {
    url: asTester(`redis://127.0.0.1:${way.port}`),
    direct: () => primary.url,
    async cut() {
      await command(replica.url, ['CONFIG', 'SET', 'masterauth', 'nobody knows it']);
      await command(replica.url, ['CLIENT', 'KILL', 'TYPE', 'master']);
    },
    async failOver() {
      const old = primary;
      const promoted = new Promise<void>((resolve) => {
        switched = resolve;
      });
      await old.kill('SIGKILL');
      await promoted;
      await command(primary.url, ['CONFIG', 'SET', 'masterauth', tester.password]);
    },
    async repair() {
      const old = replica;
      // On its own port: the Sentinel waits for it there.
      replica = await startRedis({
        dir: old.dir,
        port: old.port,
        args: [...args, ...lag, '--replicaof', '127.0.0.1', String(primary.port)],
      });
      await linked(replica);
      await known(sentinel.url);
    },
    async close() {
      news.destroy();
      await way.close();
      for (const each of [sentinel, primary, replica]) await each.close();
    },
  };
}

/** The replica has all that its primary has. */
const linked = (replica: Server) =>
  until(async () => String(await command(replica.url, ['INFO', 'replication'])).includes('master_link_status:up'));

/** The Sentinel has heard from the replica that it may be promoted. */
const known = (sentinel: string) =>
  until(async () => {
    const replicas = (await command(sentinel, ['SENTINEL', 'REPLICAS', name])) as Record<string, string>[];
    return replicas.some((replica) => JSON.stringify(replica).includes('"ok"') && !/s_down|disconnected/.test(JSON.stringify(replica)));
  });

async function until(holds: () => Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + 30_000;
  while (!(await holds().catch(() => false))) {
    if (Date.now() > giveUpAt) throw new Error('the replica of Redis did not come');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function command(url: string, words: string[]): Promise<unknown> {
  const client = createClient({ url });
  client.on('error', () => {});
  await client.connect();
  try {
    return await client.sendCommand(words);
  } finally {
    client.destroy();
  }
}
