import type { HttpApp } from '@rest-stop/runtime/http/server.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { type Gateway, raw, rawRequest, startGateway, statusOf } from './harness.ts';
import { askOn, type Connection, connection } from './sockets.ts';
import { answerOk } from './upstream.ts';

const room = 20;
let gateway: Gateway;
let connections: Connection[] = [];
afterEach(async () => {
  for (const { socket } of connections) socket.destroy();
  connections = [];
  await gateway.close();
});

async function start(prepare: (http: HttpApp) => void): Promise<void> {
  gateway = await startGateway({ limits: { requests: 100_000 }, prepare });
}

async function connected(count: number): Promise<Connection[]> {
  const made = await Promise.all(Array.from({ length: count }, () => connection(gateway.port)));
  connections.push(...made);
  return made;
}

const ask = (on: readonly Connection[]) => Promise.all(on.map((one) => askOn(one, 'GET', '/v1/stats')));
const allOf = (count: number, status: number | undefined) => Array.from({ length: count }, () => status);
const bearer = () => `Authorization: Bearer ${gateway.keys.issue().key}`;

describe('connections', () => {
  test('beyond the limit are closed unanswered, those within go on, and whoever leaves makes room', async () => {
    await start(({ server }) => (server.maxConnections = room));
    const within = await connected(room);
    expect(await ask(within)).toEqual(allOf(room, 200));
    expect(await ask(await connected(10))).toEqual(allOf(10, undefined));
    expect(await ask(within)).toEqual(allOf(room, 200));
    for (const { socket } of within.slice(0, 10)) socket.destroy();
    await expect.poll(async () => ask(await connected(1))).toEqual([200]);
    expect(await ask(within.slice(10))).toEqual(allOf(10, 200));
  });

  test('broken on purpose, with a limit of thousands: all are answered', async () => {
    await start(() => {});
    expect(await ask(await connected(room))).toEqual(allOf(room, 200));
    expect(await ask(await connected(10))).toEqual(allOf(10, 200));
  });

  test('that say nothing, before a request or after one, are closed and make room', async () => {
    await start(({ server }) => {
      Object.assign(server, { maxConnections: room, headersTimeout: 1_000, keepAliveTimeout: 500 });
    });
    const [silent, satisfied] = [await connected(room / 2), await connected(room / 2)];
    expect(await ask(satisfied)).toEqual(allOf(room / 2, 200));
    await Promise.all([...silent, ...satisfied].map(({ closed }) => closed));
    expect(silent.map(({ received }) => statusOf(received()))).toEqual(allOf(room / 2, 408));
    await expect.poll(async () => ask(await connected(1))).toEqual([200]);
  });

  test('are bounded in number and time as is promised', async () => {
    let bounds: object = {};
    await start(({ server }) => (bounds = server));
    const seconds = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 75_000, timeout: 90_000 };
    expect(bounds).toMatchObject({ maxConnections: 10_000, ...seconds });
  });
});

describe('clients that send their bodies a byte at a time', () => {
  test('are closed with 408, others are answered meanwhile, and the upstream hears nothing of them', async () => {
    // Node applies the shorter of the two to the headers.
    await start(({ server }) => void Object.assign(server, { headersTimeout: 4_000, requestTimeout: 4_000 }));
    const slow = await connected(room);
    const key = bearer();
    const head = ['Content-Type: application/json', 'Content-Length: 1000', key];
    for (const { socket } of slow) socket.write(rawRequest('POST', '/v1/defrag', head));
    const dripping = setInterval(() => {
      for (const { socket } of slow) if (socket.writable) socket.write('x');
    }, 200);
    const others = await Promise.all(Array.from({ length: room }, () => raw(gateway.port, rawRequest('GET', '/v1/stay', [key]))));
    expect(others.map(statusOf)).toEqual(allOf(room, 200));
    expect(slow.map(({ received }) => received())).toEqual(Array.from({ length: room }, () => ''));
    await Promise.all(slow.map(({ closed }) => closed));
    clearInterval(dripping);
    expect(slow.map(({ received }) => statusOf(received()))).toEqual(allOf(room, 408));
    expect(gateway.upstream.seen.map(({ path }) => path)).toEqual(Array.from({ length: room }, () => '/stay'));
  });
});

describe('clients that do not read what they asked for', () => {
  const pipelined = (count: number) => 'GET /v1/stats HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(count);

  const answersTo = ({ received }: Connection) => received().match(/HTTP\/1\.1 200/g)?.length ?? 0;

  test('may ask 500 times at once: eight are worked on at a time, and all are answered', async () => {
    await start(() => {});
    const waiting: (() => void)[] = [];
    gateway.upstream.answer = (request, response, seen) => void waiting.push(() => answerOk(request, response, seen));
    const [greedy, modest] = (await connected(2)) as [Connection, Connection];
    greedy.socket.write(pipelined(500));
    await expect.poll(() => waiting.length).toBe(8);
    modest.socket.write(pipelined(1));
    await expect.poll(() => waiting.length).toBe(9);
    const answering = setInterval(() => {
      for (const answer of waiting.splice(0)) answer();
    }, 1);
    await expect.poll(() => answersTo(greedy)).toBe(500);
    clearInterval(answering);
    expect(answersTo(modest)).toBe(1);
    expect(await Promise.race([greedy.closed.then(() => 'closed'), Promise.resolve('open')])).toBe('open');
    expect(gateway.upstream.seen).toHaveLength(501);
  });

  test('are answered whatever follows: a body that had not arrived when reading stopped', async () => {
    await start(() => {});
    const [mixed] = (await connected(1)) as [Connection];
    const body = JSON.stringify({ content: 'x'.repeat(100_000) });
    const head = rawRequest('POST', '/v1/defrag', [bearer(), 'Content-Type: application/json', `Content-Length: ${body.length}`]);
    mixed.socket.write(pipelined(30) + head.replace('Connection: close\r\n', '') + body + pipelined(30));
    await expect.poll(() => answersTo(mixed)).toBe(61);
    expect(gateway.upstream.seen.map((seen) => seen.body.length).filter(Boolean)).toEqual([body.length]);
  });

  test('are cut off when more requests wait than there is room for', async () => {
    await start(() => {});
    gateway.upstream.answer = () => {};
    const [first, second] = (await connected(2)) as [Connection, Connection];
    for (const { socket } of [first, second]) socket.write('GET /v1/stats HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(1_400));
    await Promise.race([first.closed, second.closed]);
    expect(gateway.upstream.seen.length).toBeLessThanOrEqual(16);
  });

  const large = JSON.stringify({ ok: true, filling: 'x'.repeat(8_000_000) });

  /** Whether other clients are answered while none of the large answers has been read. */
  async function othersAnswered(patienceMs: number): Promise<boolean> {
    gateway.upstream.answer = (request, response, seen) => {
      if (seen.path !== '/reviews') return answerOk(request, response, seen);
      response.setHeader('content-type', 'application/json');
      response.end(large);
    };
    const idle = await connected(10);
    for (const { socket } of idle) {
      socket.pause();
      socket.write(rawRequest('GET', '/v1/reviews'));
    }
    await expect.poll(() => gateway.upstream.seen.length).toBeGreaterThan(0);
    const others = Promise.all(Array.from({ length: room }, () => raw(gateway.port, rawRequest('GET', '/v1/stats')))).catch(() => []);
    const late = new Promise<string[]>((resolve) => {
      setTimeout(() => resolve([]), patienceMs).unref();
    });
    const answered = (await Promise.race([others, late])).map(statusOf);
    const unread = idle.every(({ received, socket }) => received() === '' && !socket.destroyed);
    for (const { socket } of idle) socket.destroy();
    await others;
    return unread && answered.length === room && answered.every((status) => status === 200);
  }

  test('do not hold others up', async () => {
    await start(() => {});
    expect(await othersAnswered(20_000)).toBe(true);
  });

  test('broken on purpose, with one answer at a time: they do', async () => {
    let turn: Promise<unknown> = Promise.resolve();
    await start((http) => {
      http.addHook('onRequest', (_request, reply, done) => {
        const before = turn;
        turn = new Promise((resolve) => reply.raw.once('close', resolve));
        void before.finally(done);
      });
    });
    expect(await othersAnswered(1_500)).toBe(false);
  });
});
