import { EventEmitter } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import type { ApiError } from '@rest-stop/contracts/errors.ts';
import { Agent, type Dispatcher } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendUpstream, type UpstreamAnswer } from './upstream-client.ts';

const pool = new Agent({ headersTimeout: 0, bodyTimeout: 0, connections: 1 });
const paths = { arrived: [] as string[], closed: [] as string[] };
let origin: string;
const server = createServer((request, response) => {
  const path = String(request.url);
  paths.arrived.push(path);
  response.once('close', () => paths.closed.push(path));
  if (path === '/headers-only') response.writeHead(200, { 'content-type': 'application/json' }).write('{"ok":');
  if (path === '/events') response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: state\n\n');
  if (path === '/whole') response.end('{"ok":true}');
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await pool.destroy();
  server.closeAllConnections();
  server.close();
});

function ask(path: string, timeoutMs: number, client = new EventEmitter(), over: Dispatcher = pool): Promise<UpstreamAnswer> {
  return new Promise((resolve, reject) => {
    const sent = { origin, method: 'GET', headers: {}, body: undefined };
    const details = { path, to: { service: 'stay', template: path }, client: client as ServerResponse } as const;
    sendUpstream(over, timeoutMs, sent, details, (error, answer) => (answer ? resolve(answer) : reject(error)));
  });
}

beforeEach(() => {
  paths.arrived.length = 0;
  paths.closed.length = 0;
});

test.each(['/silent', '/headers-only'])('an upstream that is too slow (%s) is given up and answers timeout', async (path) => {
  await expect(ask(path, 50)).rejects.toMatchObject({ code: 'timeout' });
  await expect.poll(() => paths.closed).toEqual([path]);
});

test('a request that waits for a connection times out, too, and is never sent', async () => {
  const blocking = ask('/silent', 300).catch((error: ApiError) => error.code);
  await expect(ask('/never', 50)).rejects.toMatchObject({ code: 'timeout' });
  expect(await blocking).toBe('timeout');
  expect((await ask('/whole', 5_000)).body).toEqual(Buffer.from('{"ok":true}'));
  expect(paths.arrived).toEqual(['/silent', '/whole']);
});

describe('a stream of events', () => {
  test('passes as it comes, and is broken off at the deadline', async () => {
    const stream = (await ask('/events', 300)).body as Readable;
    const seen: string[] = [];
    await expect(async () => {
      for await (const chunk of stream) seen.push(String(chunk));
    }).rejects.toMatchObject({ code: 'timeout' });
    expect(seen).toEqual(['event: state\n\n']);
    await expect.poll(() => paths.closed).toEqual(['/events']);
  });

  test('ends upstream when its client leaves', async () => {
    const client = new EventEmitter();
    const stream = (await ask('/events', 60_000, client)).body as Readable;
    stream.on('error', () => {});
    client.emit('close');
    await expect.poll(() => paths.closed).toEqual(['/events']);
    expect([stream.destroyed, client.listenerCount('close')]).toEqual([true, 0]);
  });
});

test('a client that leaves while its request waits for a connection takes the request with it', async () => {
  const [first, second] = [new EventEmitter(), new EventEmitter()];
  const blocking = ask('/silent', 5_000, first);
  await expect.poll(() => paths.arrived).toEqual(['/silent']);
  const waiting = ask('/never', 5_000, second);
  second.emit('close');
  await expect(waiting).rejects.toMatchObject({ code: 'unavailable' });
  first.emit('close');
  await expect(blocking).rejects.toMatchObject({ code: 'unavailable' });
  await ask('/whole', 5_000);
  await expect.poll(() => paths).toEqual({ arrived: ['/silent', '/whole'], closed: ['/silent', '/whole'] });
  expect(second.listenerCount('close')).toBe(0);
});

describe('300 requests on an upstream that hangs', () => {
  /** How they ended, and how a request ends that is sent when the upstream answers again. */
  async function outcome(over: Dispatcher, patienceMs: number) {
    const hung = Array.from({ length: 300 }, () => ask('/silent', 500, new EventEmitter(), over).catch(({ code }: ApiError) => code));
    const ends = [...new Set(await Promise.all(hung))];
    const after = await ask('/whole', patienceMs, new EventEmitter(), over).then(
      ({ statusCode }) => statusCode,
      ({ code }: ApiError) => code,
    );
    await over.destroy();
    return { ends, after };
  }
  const connections = () => new Agent({ headersTimeout: 0, bodyTimeout: 0, connections: 128 });

  test('all end in timeout, and leave their places to the next', async () => {
    expect(await outcome(connections(), 10_000)).toEqual({ ends: ['timeout'], after: 200 });
  });

  test('broken on purpose, with nothing given up: the places stay taken', async () => {
    const agent = connections();
    const neverAborting = {
      dispatch: (options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler) =>
        agent.dispatch(options, { ...handler, onRequestStart: () => {} }),
      destroy: () => agent.destroy(),
    };
    expect(await outcome(neverAborting as unknown as Dispatcher, 500)).toEqual({ ends: ['timeout'], after: 'timeout' });
  });
});
