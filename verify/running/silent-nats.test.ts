import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { readReceiptKeys } from '@rest-stop/contracts/identity.ts';
import { natsBus } from '@rest-stop/runtime/bus/nats.ts';
import { connectNats } from '@rest-stop/runtime/bus/nats-connection.ts';
import { createLog } from '@rest-stop/runtime/log.ts';
import { describeWith } from '@rest-stop/testing/servers/suites.ts';
import { expect, test } from 'vitest';

const quiet = createLog('test', 'silent');
const shortMs = 150;

/** One client's way to a server, of which what the client says is kept. */
type Line = { said: string; mute: boolean };

/** Lines to the server at `port`. A line that is mute stays open and swallows what either side says, as a peer that vanished does. */
async function startLines(port: number) {
  const lines: Line[] = [];
  const sockets: Socket[] = [];
  const server = createServer((client) => {
    const line: Line = { said: '', mute: false };
    const target = connect(port, '127.0.0.1');
    lines.push(line);
    sockets.push(client, target);
    client.on('data', (bytes) => {
      line.said += bytes.toString('latin1');
      if (!line.mute) target.write(bytes);
    });
    target.on('data', (bytes) => line.mute || client.write(bytes));
    for (const socket of [client, target]) socket.on('error', () => {});
    client.on('close', () => target.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { lines, url: `nats://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

describeWith(['nats'], 'NATS that falls silent on an open connection', ({ nats }) => {
  test('is given up after two unanswered pings and connected to anew; who pings seldom still takes it for alive', async () => {
    const port = Number(new URL(nats.url).port);
    const [way, other] = [await startLines(port), await startLines(port)];
    const bus = await natsBus(`${way.url}/silent`, 'test', quiet, 5_000, shortMs);
    const seldom = await natsBus(`${other.url}/silent`, 'test', quiet, 5_000, 60_000);
    const [line] = way.lines as [Line];
    Object.assign(line, { mute: true, said: '' });
    Object.assign(other.lines[0] as Line, { mute: true });

    await expect.poll(() => way.lines.length, { timeout: 15_000, interval: 20 }).toBe(2);
    expect(line.said.match(/PING\r\n/g)).toHaveLength(2);
    await expect.poll(() => bus.connected(), { timeout: 10_000 }).toBe(true);
    const answer = bus.call(readReceiptKeys, {}, { timeoutMs: 5_000 });
    await expect(answer).rejects.toMatchObject({ failure: 'nobody' });
    expect([seldom.connected(), other.lines.length]).toEqual([true, 1]);

    Object.assign(other.lines[0] as Line, { mute: false });
    await Promise.all([bus.close(), seldom.close()]);
    way.stop();
    other.stop();
  });

  test('is pinged every 10 s unless said otherwise, and dead after two unanswered: 30 s in all', async () => {
    const connection = await connectNats(nats.url, 'test', quiet, 5_000);
    const { options } = connection as unknown as { options: { pingInterval: number; maxPingOut: number } };
    expect([options.pingInterval, options.maxPingOut]).toEqual([10_000, 2]);
    await connection.close();
  });
});
