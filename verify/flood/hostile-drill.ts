import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { startEmbedded } from '@rest-stop/testing/deployment/deployment.ts';
import type { Child } from '@rest-stop/testing/deployment/child.ts';
import { longestStall, type Stall, watchedLoop } from '@rest-stop/testing/deployment/loop-probe.ts';
import { quantile } from '@rest-stop/testing/quantile.ts';
import { type HostileBody, hostileBodies } from './hostile-bodies.ts';
import type { SenderOrder } from './hostile-sender.ts';

export type Size = { seconds: number; clients: number; bytesPerSecond: number };

/** What a probe of the platform saw while one hostile body was sent: times in milliseconds. */
export type Probed = { hostile: HostileBody | undefined; p99Ms: number; failed: number; stall: Stall; statuses: Record<string, number> };

const probeEveryMs = 10;
const [slowerMs, stallMs, mostUsed] = [250, 100, 0.8];
const nameOf = ({ hostile }: Probed) => `${hostile?.path} ${hostile?.name}`;

/** Probes stay within 250 ms of their idle p99. That is by the clock, so that other work on the machine counts as well. */
export function lateProbes([idle, ...floods]: readonly Probed[]): string[] {
  const late = floods.filter(({ p99Ms }) => p99Ms > (idle?.p99Ms ?? 0) + slowerMs);
  return late.map((probed) => `${nameOf(probed)}: p99 of /livez is ${Math.round(probed.p99Ms)} ms`);
}

/** No body holds the event loop up for more than 100 ms of processor time, and all of them leave a fifth of the processor to others. */
export function heldUp(floods: readonly Probed[], seconds: number): string[] {
  return floods.flatMap((probed) => {
    const { busyMs, usedMs } = probed.stall;
    return [
      ...(probed.failed > 0 ? [`${nameOf(probed)}: ${probed.failed} probes failed`] : []),
      ...(busyMs > stallMs ? [`${nameOf(probed)}: the event loop was busy for ${Math.round(busyMs)} ms`] : []),
      ...(usedMs > mostUsed * seconds * 1_000 ? [`${nameOf(probed)}: ${Math.round(usedMs)} ms of processor time in ${seconds} s`] : []),
    ];
  });
}

/** One hostile body after another against all services in one process, whose event loop is the busiest; at first none. */
export async function sendHostileBodies(
  size: Size,
  bodies: readonly HostileBody[] = hostileBodies,
  tell: (probed: Probed) => void = () => {},
): Promise<Probed[]> {
  const deployment = await startEmbedded(watchedLoop);
  try {
    const [child] = deployment.children['embedded'] as [Child];
    const all: Probed[] = [];
    for (const hostile of [undefined, ...bodies]) {
      await longestStall(child);
      const sent = hostile ? sending({ hostile, to: child.port, ...size }) : sleep(size.seconds * 1_000, {});
      const { times, failed } = await probing(child.port, sent);
      const probed = { hostile, p99Ms: quantile(times, 0.99), failed, stall: await longestStall(child), statuses: await sent };
      all.push(probed);
      tell(probed);
    }
    return all;
  } finally {
    await deployment.close();
  }
}

async function sending(order: SenderOrder): Promise<Record<string, number>> {
  const worker = new Worker(new URL('./hostile-sender.ts', import.meta.url), { workerData: order });
  const [statuses] = await once(worker, 'message');
  return statuses as Record<string, number>;
}

/** Asks for /livez at a steady pace on connections of their own, as the platform does. */
async function probing(port: number, until: Promise<unknown>): Promise<{ times: number[]; failed: number }> {
  const times: number[] = [];
  const open: Promise<void>[] = [];
  let failed = 0;
  let isOver = false;
  void until.finally(() => (isOver = true)).catch(() => {});
  while (!isOver) {
    open.push(
      probe(port).then(
        (ms) => void times.push(ms),
        () => void failed++,
      ),
    );
    await sleep(probeEveryMs);
  }
  await Promise.all(open);
  return { times, failed };
}

function probe(port: number): Promise<number> {
  const askedAt = performance.now();
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path: '/livez', agent: false }, (response) => {
      response.resume().on('end', () => (response.statusCode === 200 ? resolve(performance.now() - askedAt) : reject(new Error())));
    });
    asked.on('error', reject).end();
  });
}
