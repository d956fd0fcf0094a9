import { connect } from 'node:net';
import { ErrorBody } from '@rest-stop/contracts/errors.ts';
import { freePort } from '@rest-stop/testing/servers/network.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bearer, type Gateway, rawRequest, startGateway } from './harness.ts';
import { answerOk } from './upstream.ts';

let gateway: Gateway;
let key: string;
beforeAll(async () => {
  gateway = await startGateway({ limits: { requests: 100_000 } });
});
afterAll(() => gateway?.close());
beforeEach(() => {
  gateway.upstream.seen.length = 0;
  gateway.upstream.answer = answerOk;
  key = gateway.keys.issue().key;
});

const get = (path: string, from = gateway) => fetch(`${from.url}/v1${path}`, { headers: { ...bearer(key), 'user-agent': 'test/1.0' } });

/** Expects the 503 that says no more than that the upstream does not answer. */
async function expectUnavailable(response: Response): Promise<void> {
  const text = await response.text();
  expect({ status: response.status, error: ErrorBody.parse(JSON.parse(text)).error }).toEqual({ status: 503, error: 'unavailable' });
  expect(response.headers.get('retry-after')).toBe('1');
  expect(text).not.toMatch(/127\.0\.0\.1|localhost|ECONN|UND_ERR|socket|undici|node_modules| at /);
}

describe('an answer of an upstream', () => {
  test('comes back with its status, body and listed headers, and nothing else', async () => {
    gateway.upstream.answer = (_request, response) => {
      response.writeHead(502, {
        'content-type': 'application/json',
        'retry-after': '7',
        'rest-stop-fidelity': 'rules-found=9, rules-kept=7',
        'x-powered-by': 'p',
        'set-cookie': 'a=b',
        server: 's',
      });
      response.end('{"error":"ai_error"}');
    };
    const response = await get('/stay');
    expect([response.status, await response.text()]).toEqual([502, '{"error":"ai_error"}']);
    const names = [...response.headers.keys()].filter((name) => !['date', 'connection', 'keep-alive'].includes(name)).sort();
    expect(names).toEqual(
      [
        'access-control-allow-origin',
        'access-control-expose-headers',
        'cache-control',
        'content-length',
        'content-type',
        'ratelimit',
        'ratelimit-policy',
        'rest-stop-fidelity',
        'retry-after',
        'strict-transport-security',
        'vary',
        'x-content-type-options',
        'x-request-id',
      ].sort(),
    );
  });

  test('of 503 is asked for exactly once', async () => {
    gateway.upstream.answer = (_request, response) => response.writeHead(503).end('{}');
    expect((await get('/stats')).status).toBe(503);
    expect(gateway.upstream.seen).toHaveLength(1);
  });

  test('is private where it belongs to one agent or carries a key, and cached as the upstream says elsewhere', async () => {
    gateway.upstream.answer = (_request, response) => response.writeHead(200, { 'cache-control': 'public, max-age=15' }).end('{}');
    const cacheControl = async (path: string, method = 'GET') =>
      (await fetch(`${gateway.url}/v1${path}`, { method, headers: bearer(key) })).headers.get('cache-control');
    expect(await cacheControl('/stats')).toBe('public, max-age=15');
    expect(await cacheControl('/stay')).toBe('no-store');
    expect(await cacheControl('/quickjoin', 'POST')).toBe('no-store');
    expect(await cacheControl('/reservations', 'POST')).toBe('no-store');
    expect(await cacheControl('/nowhere')).toBe('no-store');
  });

  test('varies with the User-Agent exactly where its shape does', async () => {
    expect((await get('/stay')).headers.get('vary')).toBe('User-Agent');
    expect((await get('/stats')).headers.get('vary')).toBeNull();
  });
});

describe('an upstream that fails', () => {
  test('by refusing connections: 503 each time, without a word about where it is', async () => {
    const gone = await startGateway({ upstreamOrigin: `http://127.0.0.1:${await freePort()}` });
    for (let i = 0; i < 5; i++) await expectUnavailable(await get('/stats', gone));
    await gone.close();
  });

  test('by resetting before the answer: 503, and a POST is not sent again', async () => {
    gateway.upstream.answer = (request) => request.socket.destroy();
    await expectUnavailable(await get('/stats'));
    await expectUnavailable(await fetch(`${gateway.url}/v1/quickjoin`, { method: 'POST' }));
    expect(gateway.upstream.seen).toHaveLength(2);
  });

  test('half-way through the answer: 503, never a part of a success', async () => {
    for (const head of [{ 'content-length': '40' }, {}]) {
      gateway.upstream.answer = (request, response) => {
        response.writeHead(200, { 'content-type': 'application/json', ...head });
        response.write('{"ok":true}', () => request.socket.destroy());
      };
      await expectUnavailable(await get('/stay'));
    }
  });

  test('with something that is not HTTP: 503', async () => {
    gateway.upstream.answer = (request) => request.socket.end('nonsense\r\n\r\n');
    await expectUnavailable(await get('/stats'));
  });
});

describe('a client that hangs up', () => {
  for (const path of ['/v1/stay', '/v1/seminars/x/attend']) {
    test(`ends the upstream's work on ${path}`, async () => {
      const method = path === '/v1/stay' ? 'GET' : 'POST';
      const arrived = Promise.withResolvers<void>();
      const aborted = Promise.withResolvers<void>();
      gateway.upstream.answer = (_request, response) => {
        response.once('close', () => aborted.resolve());
        arrived.resolve();
      };
      const client = connect(gateway.port, '127.0.0.1', () => client.write(rawRequest(method, path, [`Authorization: Bearer ${key}`])));
      await arrived.promise;
      client.destroy();
      await aborted.promise;
    });
  }

  test('in the middle of an answer ends it, too', async () => {
    const arrived = Promise.withResolvers<void>();
    const aborted = Promise.withResolvers<void>();
    gateway.upstream.answer = (_request, response) => {
      response.once('close', () => aborted.resolve());
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{', () => arrived.resolve());
    };
    const client = connect(gateway.port, '127.0.0.1', () => client.write(rawRequest('GET', '/v1/stay', [`Authorization: Bearer ${key}`])));
    await arrived.promise;
    client.destroy();
    await aborted.promise;
    gateway.upstream.answer = answerOk;
    expect((await get('/stay')).status).toBe(200);
  });
});
