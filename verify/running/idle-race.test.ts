import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Closable } from '@rest-stop/runtime/lifecycle.ts';
import { listenLocally } from '@rest-stop/testing/servers/listen.ts';
import { describeWith } from '@rest-stop/testing/servers/suites.ts';
import { afterEach, expect, test } from 'vitest';
import { type Random, seeded } from '@rest-stop/testing/random.ts';
import { redisVisitLog } from '@rest-stop/gateway/admission/redis-visit-log.ts';
import { bearer, patientRedis, startGateway } from '@rest-stop/gateway/test/harness.ts';

const seed = Number(process.env['IDLE_RACE_SEED'] ?? 19);
const posts = Number(process.env['IDLE_RACE_POSTS'] ?? 400);
const lanes = 6;

const opened: Closable[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

type Hasty = Closable & { origin: string; arrived: string[]; closed: { inTheFace: number; idle: number } };

/**
 * An upstream that closes connections while they are idle: a few milliseconds after an answer or, as if that had crossed with the next
 * request, at the very moment at which that arrives. Notes the id of every request of which it saw anything.
 */
async function startHasty(random: Random): Promise<Hasty> {
  const arrived: string[] = [];
  const closed = { inTheFace: 0, idle: 0 };
  const server = createServer((socket) => {
    let answered = 0;
    let text = '';
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      const isNew = text === '';
      text += bytes.toString('latin1');
      const id = /x-request-id: (\S+)\r\n/i.exec(text)?.[1];
      if (isNew && id) arrived.push(id);
      if (answered > 0 && random.next() < 0.3) {
        closed.inTheFace++;
        return void socket.resetAndDestroy();
      }
      if (!text.endsWith('}')) return;
      [text, answered] = ['', answered + 1];
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 11\r\n\r\n{"ok":true}');
      if (random.next() < 0.3) {
        setTimeout(
          () => {
            closed.idle++;
            socket.end();
          },
          random.between(0, 4),
        );
      }
    });
  });
  const { port, close } = await listenLocally(server);
  return { origin: `http://127.0.0.1:${port}`, arrived, closed, close };
}

/** Between the gateway and the upstream: sends again what was not answered, as a careless proxy does. */
async function startResender(origin: string): Promise<Closable & { origin: string }> {
  const resend = async (request: IncomingMessage, response: ServerResponse) => {
    const body = Buffer.concat(await request.toArray());
    const sent = { method: 'POST', headers: { 'x-request-id': String(request.headers['x-request-id']) }, body };
    const answer = await fetch(origin, sent).catch(() => fetch(origin, sent).catch(() => undefined));
    response.writeHead(answer?.status ?? 503, { 'content-type': 'application/json' }).end('{"ok":true}');
  };
  const { port, close } = await listenLocally(createHttpServer((request, response) => void resend(request, response)));
  return { origin: `http://127.0.0.1:${port}`, close };
}

/** Posts through a gateway, with pauses in which its connections may be closed; answers the statuses. */
async function post(redisUrl: string, upstreamOrigin: string, count: number, random: Random): Promise<number[]> {
  const limits = { requests: 1_000_000, windowSeconds: 604_800 };
  const visitLog = redisVisitLog(await patientRedis(redisUrl), limits);
  const gateway = await startGateway({ upstreamOrigin, visitLog, limits });
  opened.push(visitLog, gateway);
  const statuses: number[] = [];
  let left = count;
  const lane = async () => {
    const { key } = gateway.keys.issue();
    while (left-- > 0) {
      const headers = { ...bearer(key), 'content-type': 'application/json' };
      const answer = await fetch(`${gateway.url}/v1/reviews`, { method: 'POST', headers, body: '{"a":1}' });
      await answer.arrayBuffer();
      statuses.push(answer.status);
      await sleep(random.between(0, 5));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return statuses;
}

const sentTwice = (ids: readonly string[]) => ids.filter((id, i) => ids.indexOf(id) !== i);

describeWith(['redis'], `an upstream that closes idle connections (seed ${seed})`, ({ redis }) => {
  test('gets no POST twice: whoever meets the closing is told 503', async () => {
    const random = seeded(seed);
    const upstream = await startHasty(random);
    opened.push(upstream);
    const statuses = await post(redis.url, upstream.origin, posts, random);
    expect([...new Set(statuses)].sort((a, b) => a - b)).toEqual([200, 503]);
    expect(Math.min(upstream.closed.inTheFace, upstream.closed.idle)).toBeGreaterThan(10);
    expect(sentTwice(upstream.arrived)).toEqual([]);
    expect(upstream.arrived.length).toBeGreaterThanOrEqual(statuses.filter((status) => status === 200).length);
  });

  test('would be seen to get some twice behind a proxy that tries again', async () => {
    const random = seeded(seed);
    const upstream = await startHasty(random);
    const resender = await startResender(upstream.origin);
    opened.push(upstream, resender);
    await post(redis.url, resender.origin, posts / 4, random);
    expect(sentTwice(upstream.arrived).length).toBeGreaterThan(0);
  });
});
