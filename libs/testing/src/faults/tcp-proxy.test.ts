import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

/** Answers every byte with the same byte, and ends when its client does. */
const echo = createServer({ allowHalfOpen: true }, (socket) => {
  reached.push(socket);
  socket.on('error', () => {});
  socket.on('data', (data) => {
    received.push(data.toString());
    socket.write(data);
  });
  socket.on('end', () => socket.end());
});
const reached: Socket[] = [];
const received: string[] = [];
let proxy: TcpProxy;
const clients: Client[] = [];

type Client = { socket: Socket; heard: () => string; ended: Promise<'end' | 'reset' | 'refused'> };

function client(): Client {
  const socket = connect(proxy.port, '127.0.0.1');
  let text = '';
  socket.on('data', (data) => (text += data.toString()));
  const ended = new Promise<'end' | 'reset' | 'refused'>((resolve) => {
    socket.once('end', () => resolve('end'));
    socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'ECONNREFUSED' ? 'refused' : 'reset'));
  });
  const made = { socket, heard: () => text, ended };
  clients.push(made);
  return made;
}

async function talk({ socket, heard }: Client, text: string): Promise<void> {
  const before = heard();
  socket.write(text);
  await expect.poll(heard).toBe(before + text);
}

beforeEach(async () => {
  reached.length = received.length = 0;
  await new Promise<void>((resolve) => {
    echo.listen(0, '127.0.0.1', resolve);
  });
  proxy = await startTcpProxy({ port: (echo.address() as AddressInfo).port });
});

afterEach(async () => {
  for (const { socket } of clients.splice(0)) socket.destroy();
  await proxy.close();
  for (const socket of reached) socket.destroy();
  await new Promise((resolve) => {
    echo.close(resolve);
  });
});

test('carries bytes both ways, hands on the end, and counts', async () => {
  const one = client();
  await talk(one, 'hello');
  await talk(one, 'again');
  expect(proxy.counters).toEqual({ accepted: 1, open: 1, failed: 0, toTarget: 10, toClient: 10, lost: 0 });
  one.socket.end();
  expect(await one.ended).toBe('end');
  await expect.poll(() => proxy.counters.open).toBe(0);
});

test('carries more than fits into its buffers, in order', async () => {
  const text = Array.from({ length: 400_000 }, (_, i) => String(i).padStart(7, '0')).join('');
  const one = client();
  one.socket.write(text);
  await expect.poll(() => one.heard().length).toBe(text.length);
  expect(one.heard()).toBe(text);
});

test('a cut holds everything back, the end of a peer too, and nothing is lost when it is mended', async () => {
  const [before, leaving] = [client(), client()];
  await talk(before, 'a');
  await talk(leaving, 'x');
  proxy.set({ cut: true });
  before.socket.write('b');
  leaving.socket.destroy();
  const during = client();
  during.socket.write('c');
  await sleep(100);
  expect([received.join(''), reached.length, before.heard(), during.heard()]).toEqual(['ax', 2, 'a', '']);
  expect((reached[1] as Socket).readableEnded).toBe(false);
  await proxy.heal();
  await expect.poll(before.heard).toBe('ab');
  await expect.poll(during.heard).toBe('c');
  await expect.poll(() => (reached[1] as Socket).closed).toBe(true);
});

test('a reply can be lost after the request has arrived; healing resets the connection that lost it', async () => {
  const [losing, idle] = [client(), client()];
  await talk(losing, 'a');
  await talk(idle, 'i');
  proxy.set({ drop: 'to-client' });
  losing.socket.write('b');
  await expect.poll(() => received.join('')).toBe('aib');
  await proxy.heal();
  expect(await losing.ended).toBe('reset');
  expect(losing.heard()).toBe('a');
  await talk(idle, 'j');
});

test('a black hole swallows requests', async () => {
  const one = client();
  await talk(one, 'a');
  proxy.set({ drop: 'both' });
  one.socket.write('b');
  await expect.poll(() => proxy.counters.lost).toBe(1);
  await proxy.heal();
  expect(await one.ended).toBe('reset');
  expect(received.join('')).toBe('a');
});

test('latency delays both directions and keeps the order', async () => {
  const one = client();
  await talk(one, '0');
  proxy.set({ latencyMs: 60 });
  const sentAt = performance.now();
  for (const digit of '123456789') one.socket.write(digit);
  await expect.poll(one.heard).toBe('0123456789');
  expect(performance.now() - sentAt).toBeGreaterThanOrEqual(119);
});

test('a limit ends the connection in the middle', async () => {
  const one = client();
  await talk(one, 'abc');
  proxy.set({ limitBytes: 4 });
  one.socket.write('0123456789');
  expect(await one.ended).toBe('end');
  expect(one.heard()).toBe('abc0123');
});

test('reset breaks what is open and lets in what comes next', async () => {
  const one = client();
  await talk(one, 'a');
  proxy.reset();
  expect(await one.ended).toBe('reset');
  await talk(client(), 'b');
});

test('down refuses and resets, up is the same port again', async () => {
  const one = client();
  await talk(one, 'a');
  await proxy.down();
  expect(await one.ended).toBe('reset');
  expect(await client().ended).toBe('refused');
  await proxy.up();
  await talk(client(), 'b');
});

test('a target that is not there resets the client and is counted', async () => {
  const { port } = echo.address() as AddressInfo;
  await new Promise((resolve) => {
    echo.close(resolve);
  });
  const one = client();
  expect(await one.ended).toBe('reset');
  expect(proxy.counters.failed).toBe(1);
  echo.listen(port, '127.0.0.1');
  await once(echo, 'listening');
  await talk(client(), 'a');
});
