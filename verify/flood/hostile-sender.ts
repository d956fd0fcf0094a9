// Runs as a thread of its own, so that those who are measured do not wait for it: sends one hostile body again and again from several
// addresses, as fast as each may, then says how many answers of each status it got.
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { HostileBody } from './hostile-bodies.ts';

export type SenderOrder = { hostile: HostileBody; to: number; seconds: number; clients: number; bytesPerSecond: number };

const port = parentPort as MessagePort;
const { hostile, to, seconds, clients, bytesPerSecond } = workerData as SenderOrder;
const payload = Buffer.from(hostile.body);
const headers = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  ...(hostile.madeUpKey ? { authorization: `Bearer rs_${'0'.repeat(24)}` } : {}),
};
/** What a request sends beside its body, about: its head counts as well. */
const headBytes = 250;
/** Of one client: more wait for an answer only when the service does not keep up. */
const openAtMost = 200;
const tickMs = 5;

const statuses = new Map<number, number>();
const count = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1);

function send(agent: Agent): Promise<void> {
  return new Promise((resolve) => {
    const asked = request({ host: '127.0.0.1', port: to, method: 'POST', path: hostile.path, headers, agent }, (response) => {
      response.resume().on('close', () => {
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

async function client(localAddress: string): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: openAtMost, localAddress });
  const beganAt = performance.now();
  let [sent, open] = [0, 0];
  for (let ms = 0; ms < seconds * 1_000; ms = performance.now() - beganAt) {
    const due = Math.ceil(((ms / 1_000) * bytesPerSecond) / (payload.length + headBytes));
    for (; sent < due; sent++) {
      if (open >= openAtMost) continue;
      open++;
      void send(agent).finally(() => open--);
    }
    await sleep(tickMs);
  }
}

await Promise.all(Array.from({ length: clients }, (_, n) => client(`127.0.9.${n + 1}`)));
port.postMessage(Object.fromEntries(statuses));
process.exit(0);
