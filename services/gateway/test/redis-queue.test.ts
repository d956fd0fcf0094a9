import { startRedis } from '@rest-stop/testing/servers/redis.ts';
import type { Server } from '@rest-stop/testing/servers/server.ts';
import { describeWithBinaries } from '@rest-stop/testing/servers/suites.ts';
import { createClient } from 'redis';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clientOptions, connectRedis } from '../src/admission/redis-connection.ts';
import { quiet } from './harness.ts';

const commands = 12_000;

describeWithBinaries(['redis'], 'a Redis that hangs while it is asked for much', () => {
  let server: Server;
  beforeEach(async () => {
    server = await startRedis();
  });
  afterEach(() => server.close());

  /** How many commands of a burst were kept waiting, in memory or on the connection, while the server hung. */
  async function keptOf(send: (command: string[]) => Promise<unknown>): Promise<number> {
    await server.kill('SIGSTOP');
    const burst = Promise.allSettled(Array.from({ length: commands }, () => send(['INCR', 'kept'])));
    await server.kill('SIGCONT');
    await burst;
    const direct = await connectRedis(server.url, quiet, 5_000);
    const kept = Number(await direct.send(['GET', 'kept']));
    await direct.close();
    return kept;
  }

  test('keeps at most 5,000 commands waiting; the others fail at once', async () => {
    const connection = await connectRedis(server.url, quiet, 5_000);
    const kept = await keptOf((command) => connection.send(command));
    await connection.close();
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThanOrEqual(5_000);
  });

  test('broken on purpose, without that bound, keeps them all', async () => {
    const { commandsQueueMaxLength: _, ...unbounded } = clientOptions;
    const client = createClient({ url: server.url, ...unbounded });
    await client.connect();
    const kept = await keptOf((command) => client.sendCommand(command));
    client.destroy();
    expect(kept).toBe(commands);
  });
});
