import { readReceiptKeys } from '@rest-stop/contracts/identity.ts';
import { natsBus } from '@rest-stop/runtime/bus/nats.ts';
import { connectNats } from '@rest-stop/runtime/bus/nats-connection.ts';
import { createLog } from '@rest-stop/runtime/log.ts';
import { startTcpProxy } from '@rest-stop/testing/faults/tcp-proxy.ts';
import { describeWith } from '@rest-stop/testing/servers/suites.ts';
import { asTester } from '@rest-stop/testing/servers/users.ts';
import { expect, test } from 'vitest';

const quiet = createLog('test', 'silent');
const shortMs = 150;

describeWith(['nats'], 'NATS that falls silent on an open connection', ({ nats }) => {
  test('is given up after two unanswered pings and connected to anew; who pings seldom still takes it for alive', async () => {
    const target = { port: Number(new URL(nats.url).port) };
    const [way, other] = [await startTcpProxy(target), await startTcpProxy(target)];
    const bus = await natsBus({ url: asTester(`nats://127.0.0.1:${way.port}/silent`) }, 'test', quiet, 5_000, shortMs);
    const seldom = await natsBus({ url: asTester(`nats://127.0.0.1:${other.port}/silent`) }, 'test', quiet, 5_000, 60_000);
    for (const proxy of [way, other]) proxy.set({ drop: 'both' });

    await expect.poll(() => way.counters.accepted).toBe(2);
    expect(way.counters.lost).toBe(2 * 'PING\r\n'.length);
    way.set({ drop: 'none' });
    await expect.poll(() => bus.connected()).toBe(true);
    const answer = bus.call(readReceiptKeys, {}, { timeoutMs: 5_000 });
    await expect(answer).rejects.toMatchObject({ failure: 'nobody' });
    expect([seldom.connected(), other.counters.accepted]).toEqual([true, 1]);

    other.set({ drop: 'none' });
    await Promise.all([bus.close(), seldom.close()]);
    await Promise.all([way.close(), other.close()]);
  });

  test('is pinged every 10 s unless said otherwise, and dead after two unanswered: 30 s in all', async () => {
    const connection = await connectNats(nats, { name: 'test', inboxPrefix: 'inbox.test', log: quiet, waitMs: 5_000 });
    const { options } = connection as unknown as { options: { pingInterval: number; maxPingOut: number } };
    expect([options.pingInterval, options.maxPingOut]).toEqual([10_000, 2]);
    await connection.close();
  });
});
