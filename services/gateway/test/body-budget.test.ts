import type { Socket } from 'node:net';
import type { HttpApp } from '@rest-stop/runtime/http/server.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { type Gateway, rawRequest, startGateway, statusOf } from './harness.ts';
import { type Connection, connection } from './sockets.ts';

const megabyte = 1_048_576;
const bodyBytes = 3 * megabyte;
let gateway: Gateway;
let held: Connection[] = [];
/** The gateway's ends. */
let connections: Socket[] = [];
afterEach(async () => {
  for (const { socket } of held) socket.destroy();
  held = [];
  connections = [];
  await gateway.close();
});

const key = () => `Authorization: Bearer ${gateway.keys.issue().key}`;
const body = (bytes: number) => `{"name":"a","content":"${'x'.repeat(bytes - 25)}"}`;

async function start(bodyBudgetBytes: number): Promise<void> {
  const prepare = ({ server }: HttpApp) => void server.on('connection', (socket: Socket) => connections.push(socket));
  gateway = await startGateway({ limits: { requests: 100_000 }, load: { bodyBudgetBytes }, prepare });
}

/** Sends all of a body but its last byte. */
async function holdBack(bytes: number, framing: 'announced' | 'chunked'): Promise<Connection> {
  const length = framing === 'announced' ? `Content-Length: ${bytes}` : 'Transfer-Encoding: chunked';
  const made = await connection(gateway.port);
  held.push(made);
  made.socket.write(rawRequest('POST', '/v1/artifacts', [key(), 'Content-Type: application/json', length]));
  const most = body(bytes).slice(0, -1);
  made.socket.write(framing === 'announced' ? most : `${most.length.toString(16)}\r\n${most}\r\n`);
  return made;
}

async function post(bytes: number): Promise<{ status: number; retryAfter: string | null; error: string | undefined }> {
  const headers = { authorization: key().slice('Authorization: '.length), 'content-type': 'application/json' };
  const response = await fetch(`${gateway.url}/v1/artifacts`, { method: 'POST', headers, body: body(bytes) });
  const { error } = (await response.json()) as { error?: string };
  return { status: response.status, retryAfter: response.headers.get('retry-after'), error };
}

const bytesReceived = () => connections.reduce((sum, { bytesRead }) => sum + bytesRead, 0);
const refusals = () => held.map(({ received }) => received()).filter((received) => received !== '');

describe('bodies that are held back before their end', () => {
  test.each([{ framing: 'announced' }, { framing: 'chunked' }] as const)(
    'and $framing: those without room get 503, and small ones go on',
    async ({ framing }) => {
      await start(12 * megabyte);
      for (let i = 0; i < 10; i++) await holdBack(bodyBytes, framing);
      await expect.poll(() => refusals().length).toBe(7);
      expect(refusals().map(statusOf)).toEqual(Array.from({ length: 7 }, () => 503));
      for (const refused of refusals()) expect(refused).toMatch(/\r\nretry-after: \d+\r\n/i);
      expect(await post(bodyBytes)).toEqual({ status: 503, retryAfter: expect.stringMatching(/^[1-9]\d*$/), error: 'unavailable' });
      for (let i = 0; i < 20; i++) expect((await post(60_000)).status).toBe(200);
      expect(gateway.upstream.seen).toHaveLength(20);
    },
  );

  test('make room again when they are ended or given up', async () => {
    await start(8 * megabyte);
    const [first, second] = [await holdBack(bodyBytes, 'announced'), await holdBack(bodyBytes, 'announced')];
    await expect.poll(bytesReceived).toBeGreaterThan(2 * bodyBytes);
    expect((await post(bodyBytes)).status).toBe(503);
    first.socket.write('}');
    await expect.poll(() => statusOf(first.received())).toBe(200);
    expect((await post(bodyBytes)).status).toBe(200);
    second.socket.destroy();
    const all = async () => (await Promise.all([post(bodyBytes), post(bodyBytes)])).map(({ status }) => status);
    await expect.poll(all).toEqual([200, 200]);
  });

  test('broken on purpose, with room without end: nobody is refused', async () => {
    await start(Number.MAX_SAFE_INTEGER);
    for (let i = 0; i < 10; i++) await holdBack(bodyBytes, 'announced');
    expect((await post(bodyBytes)).status).toBe(200);
    expect(refusals()).toEqual([]);
  });
});

test('a body takes its room until its request is answered', async () => {
  await start(8 * megabyte);
  const waiting: (() => void)[] = [];
  gateway.upstream.answer = (_request, response) => void waiting.push(() => response.end('{}'));
  const answers = [post(bodyBytes), post(bodyBytes)];
  await expect.poll(() => waiting.length).toBe(2);
  expect((await post(bodyBytes)).status).toBe(503);
  for (const answer of waiting.splice(0)) answer();
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
});

test('a body in pieces of one byte arrives whole', async () => {
  await start(8 * megabyte);
  const made = await connection(gateway.port);
  held.push(made);
  const text = body(20_000);
  const head = rawRequest('POST', '/v1/artifacts', [key(), 'Content-Type: application/json', 'Transfer-Encoding: chunked']);
  made.socket.write(`${head}${[...text].map((byte) => `1\r\n${byte}\r\n`).join('')}0\r\n\r\n`);
  await expect.poll(() => statusOf(made.received())).toBe(200);
  expect(gateway.upstream.seen.map((seen) => seen.body.toString())).toEqual([text]);
});
