// Runs as a thread of its own, so that those who are measured do not wait for it: says when it has begun, floods a gateway for as long as it was told,
// then says how many answers of each status it got.
import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { limits } from '@rest-stop/contracts/limits.ts';
import type { Flood, Order } from './floods.ts';

const port = parentPort as MessagePort;
const { flood, to, seconds, addresses } = workerData as Order;
const host = '127.0.0.1';
const tickMs = 10;
const dripMs = 1_000;
const uploadBytes = 3_300_000;
/** More than a moment's load: the gateway reads and works on each. */
const longText = 'We moved the cache to the second host, because the first one lost writes. Never restart it before noon. '.repeat(200);
/** No two sentences are alike: reading what repeats is cheaper. */
const sentence = (n: number) =>
  `We moved cache-${n} to host${n % 997}.example, because shard ${n * 7} lost writes. Never restart job_${n}.ts before ${n % 24}:00 UTC. `;
const longestText = Array.from({ length: 2_000 }, (_, n) => sentence(n))
  .join('')
  .slice(0, limits.defragMaxChars);

const statuses = new Map<number, number>();
let hasBegun = false;
function begun(): void {
  if (!hasBegun) port.postMessage('begun');
  hasBegun = true;
}
function count(status: number): void {
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  begun();
}
let isOver = false;
let turn = 0;
const nextAddress = () => addresses[turn++ % addresses.length];

/** Sends one request and counts its status; 0: no answer. */
function send(connections: Agent, method: string, path: string, key?: string, body?: unknown): Promise<void> {
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    ...(key ? { authorization: `Bearer ${key}` } : {}),
    ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
  };
  return new Promise((resolve) => {
    const asked = request({ host, port: to, method, path, headers, agent: connections }, (response) => {
      response.resume();
      response.on('close', () => {
        count(response.statusCode ?? 0);
        resolve();
      });
    });
    asked.on('error', () => {
      count(0);
      resolve();
    });
    asked.end(payload);
  });
}

/** As many a second as asked, whether or not those before were answered, but no more than `atMost` at once. */
async function paced(perSecond: number, atMost: number, one: () => Promise<void>): Promise<void> {
  const beganAt = performance.now();
  let [sent, open] = [0, 0];
  while (!isOver) {
    const due = Math.floor(((performance.now() - beganAt) / 1_000) * perSecond);
    for (; sent < due; sent++) {
      if (open >= atMost) continue;
      open++;
      void one().finally(() => open--);
    }
    await sleep(tickMs);
  }
}

/** Keeps `wanted` connections open, each begun by `begin`; one that is closed is opened again after a while. */
async function held(wanted: number, begin: (socket: Socket) => void, drip: (socket: Socket) => void): Promise<void> {
  const open = new Set<Socket>();
  while (!isOver) {
    for (const socket of open) drip(socket);
    // Not all in one moment: a queue of the system that overflows would be measured, and not the gateway.
    for (let n = 0; open.size < wanted && n < 1_000; n++) {
      const socket = connect({ host, port: to, localAddress: nextAddress() });
      open.add(socket);
      let said = '';
      socket.on('connect', () => begin(socket));
      socket.on('data', (data) => (said += data.toString('latin1')));
      socket.on('error', () => {});
      socket.on('close', () => {
        open.delete(socket);
        count(Number(/^HTTP\/1\.1 (\d{3})/.exec(said)?.[1] ?? 0));
      });
    }
    await sleep(dripMs / 4);
    begun();
  }
  for (const socket of open) socket.destroy();
}

const kept = (maxSockets: number) => new Agent({ keepAlive: true, maxSockets, localAddress: addresses[0] });

async function run(order: Flood): Promise<void> {
  switch (order.kind) {
    case 'uploads': {
      const head = `POST /v1/artifacts HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${order.key}\r\nContent-Type: application/json\r\n`;
      const begin = (socket: Socket) => socket.write(`${head}Content-Length: ${uploadBytes}\r\n\r\n${'x'.repeat(65_536)}`);
      return held(order.count, begin, (socket) => void (socket.writable && socket.write('x')));
    }
    case 'connections':
      return held(
        order.count,
        () => {},
        () => {},
      );
    case 'keys': {
      const connections = kept(100);
      return paced(order.perSecond, 400, () => send(connections, 'GET', '/v1/stay', `rs_${randomBytes(12).toString('hex')}`));
    }
    case 'registrations': {
      const connections = kept(50);
      return paced(order.perSecond, 200, () => send(connections, 'POST', '/v1/quickjoin'));
    }
    case 'greedy': {
      const connections = kept(order.atOnce);
      const lane = async () => {
        while (!isOver) await send(connections, 'POST', '/v1/defrag', order.key, { content: longText });
      };
      await Promise.all(Array.from({ length: order.atOnce }, lane));
      return;
    }
    case 'long': {
      const connections = kept(order.keys.length);
      await Promise.all(
        order.keys.map(async (key) => {
          while (!isOver) await send(connections, 'POST', '/v1/defrag', key, { content: longestText });
        }),
      );
    }
  }
}

setTimeout(() => (isOver = true), seconds * 1_000);
await run(flood);
port.postMessage(Object.fromEntries(statuses));
process.exit(0);
