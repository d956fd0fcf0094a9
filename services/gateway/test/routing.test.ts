import { ErrorBody } from '@rest-stop/contracts/errors.ts';
import { routes } from '@rest-stop/contracts/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { routeCode } from '../src/admission/visit-name.ts';
import { bearer, type Gateway, raw, rawRequest, startGateway, statusOf } from './harness.ts';

let gateway: Gateway;
let key: string;
let keyHash: string;
beforeAll(async () => {
  gateway = await startGateway({ limits: { requests: 100_000 } });
});
afterAll(() => gateway?.close());
beforeEach(() => {
  gateway.upstream.seen.length = 0;
  ({ key, keyHash } = gateway.keys.issue());
});

const concrete = (path: string) => path.replace(/:\w+/g, 'x');

/** Visits counted so far; the records of a known key are its visits and the entry itself. */
async function visits(): Promise<number> {
  return Math.max(0, (await gateway.visitLog.left(keyHash)) - 2);
}

describe('every route of the contracts', () => {
  for (const { method, path, auth, body } of routes) {
    test(`${method} ${path} reaches its upstream${auth === 'bearer' ? ' with a key, and without one does not' : ' without a key'}`, async () => {
      const ask = (headers: Record<string, string>) =>
        fetch(`${gateway.url}/v1${concrete(path)}`, {
          method,
          ...(body ? { body: '{}' } : {}),
          headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
        });
      const without = await ask({});
      expect(without.status).toBe(auth === 'bearer' ? 401 : 200);
      if (auth === 'none') return;
      expect(gateway.upstream.seen).toEqual([]);
      expect((await ask(bearer(key))).status).toBe(200);
      expect(gateway.upstream.seen.map((seen) => [seen.method, seen.path])).toEqual([[method, concrete(path)]]);
    });
  }
});

describe('a path with a method that it does not take', () => {
  type Row = [method: string, path: string, without: number, withKey: number, counted: number, allow: string];
  const table: Row[] = [
    ['PUT', '/v1/stay', 401, 405, 1, 'GET, HEAD, OPTIONS'],
    ['POST', '/v1/stay', 401, 405, 1, 'GET, HEAD, OPTIONS'],
    ['PATCH', '/v1/memories/k', 401, 405, 1, 'GET, HEAD, DELETE, OPTIONS'],
    ['HEAD', '/v1/defrag', 401, 405, 1, 'POST, OPTIONS'],
    ['TRACE', '/v1/defrag', 401, 405, 1, 'POST, OPTIONS'],
    ['PROPFIND', '/v1/defrag', 401, 405, 1, 'POST, OPTIONS'],
    ['PUT', '/v1/reviews', 405, 405, 0, 'POST, GET, HEAD, OPTIONS'],
    ['GET', '/v1/quickjoin', 405, 405, 0, 'POST, OPTIONS'],
  ];
  for (const [method, path, without, withKey, counted, allow] of table) {
    test(`${method} ${path}: ${without} without a key, ${withKey} with one, counted ${counted}`, async () => {
      const closed = await raw(gateway.port, rawRequest(method, path));
      expect(statusOf(closed)).toBe(without);
      const open = await raw(gateway.port, rawRequest(method, path, [`Authorization: Bearer ${key}`]));
      expect(statusOf(open)).toBe(withKey);
      expect(open.toLowerCase()).toContain(`allow: ${allow.toLowerCase()}\r\n`);
      expect(await visits()).toBe(counted);
      expect(gateway.upstream.seen).toEqual([]);
    });
  }
});

describe('a path that is not listed', () => {
  const paths = [
    '/v1/ /v1/stay/ /v1/STAY /v1/nowhere /v1/memories/ /v1/a/b/c /v1/%73tay /v1//stay /v1// /v1/./stay /v1/x/../stay /v1/stay/.. /v1/../v1/stay',
    '/v1/stay;a=b /v1/memories/a;b /v1/stay\\ /v1/memories/. /v1/memories/.. /v1/memories/a/b /v1/robots.txt',
    `/v1/stay#x /v1/stay#?format=min /v1/memories/${'k'.repeat(1_001)} /v1/stay%00 /v1/stay%20`,
  ];
  for (const path of paths.join(' ').split(' ')) {
    test(`${path.slice(0, 40)}: 401 without a key, 404 with one and counted`, async () => {
      expect(statusOf(await raw(gateway.port, rawRequest('GET', path)))).toBe(401);
      const answer = await raw(gateway.port, rawRequest('GET', path, [`Authorization: Bearer ${key}`]));
      expect(statusOf(answer)).toBe(404);
      expect(await visits()).toBe(1);
      expect(gateway.upstream.seen).toEqual([]);
    });
  }

  const elsewhere = [
    '/v2/stay /index.html /V1/stay /%761/stay /v1%2Fstay //v1/stay /v1;a/stay /v1\\stay /%6civez /livez/ // /robots.txt/ /%72obots.txt',
    '/.well-known/ /.well-known/openid-configuration /documents/robots.txt /wp-login.php /llms.txt;a /../robots.txt /#x',
  ];
  for (const path of elsewhere.join(' ').split(' ')) {
    test(`${path}: outside the interface, 404 that names where to begin, with and without a key, and not counted`, async () => {
      for (const headers of [[], [`Authorization: Bearer ${key}`]]) {
        const answer = await raw(gateway.port, rawRequest('GET', path, headers));
        expect(statusOf(answer)).toBe(404);
        const { error, next_calls } = ErrorBody.parse(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)));
        expect([error, next_calls['register']]).toEqual(['not_found', 'POST https://rest-stop.test/v1/quickjoin']);
      }
      expect(await visits()).toBe(0);
      expect(gateway.upstream.seen).toEqual([]);
    });
  }

  test('without the version leads to the one below it, and a misspelt one to the right one', async () => {
    const nextCalls = async (path: string) =>
      ((await (await fetch(gateway.url + path, { headers: bearer(key) })).json()) as ErrorBody).next_calls;
    expect(await nextCalls('/stay')).toEqual({ stay: 'GET https://rest-stop.test/v1/stay' });
    expect(await nextCalls('/v1/stays')).toEqual({ stay: 'GET https://rest-stop.test/v1/stay' });
    expect(await nextCalls('/v1/quickjoin')).toEqual({ quickjoin: 'POST https://rest-stop.test/v1/quickjoin' });
    expect(await nextCalls('/v1/nothing-like-it')).toEqual({ list: 'GET https://rest-stop.test/v1/capabilities' });
  });

  test('is counted under its method alone: the path may hold a secret', async () => {
    const members: string[] = [];
    const visitLog = {
      ...gateway.visitLog,
      admit(hash: string, member: string) {
        members.push(member);
        return gateway.visitLog.admit(hash, member);
      },
    };
    const other = await startGateway({ visitLog, bus: gateway.bus });
    await fetch(`${other.url}/v1/secret-path`, { headers: bearer(key) });
    await fetch(`${other.url}/v1/memories/secret-key`, { headers: bearer(key) });
    await other.close();
    expect(members.every((member) => /^\d+$/.test(member))).toBe(true);
    const counted = new Set(members.map((member) => BigInt(member) % 65_536n));
    expect(counted).toEqual(new Set([routeCode('GET (unlisted)'), routeCode('GET /v1/memories/:key')]));
  });
});

describe('a target that is no path', () => {
  for (const target of ['http://127.0.0.1/v1/stay', '*', 'http://other.test/v1/stats', '/v1/memories/%ff', '/v1/%zz', '/v1/memories/%']) {
    test(`${target}: 400, never counted`, async () => {
      const answer = await raw(gateway.port, rawRequest('GET', target, [`Authorization: Bearer ${key}`]));
      expect(statusOf(answer)).toBe(400);
      expect(ErrorBody.parse(JSON.parse(answer.slice(answer.indexOf('{')))).error).toBe('invalid_request');
      expect(await visits()).toBe(0);
      expect(gateway.upstream.seen).toEqual([]);
    });
  }

  test('CONNECT is refused', async () => {
    expect(statusOf(await raw(gateway.port, 'CONNECT other.test:443 HTTP/1.1\r\nHost: other.test:443\r\n\r\n'))).toBe(400);
  });
});

describe('what is not HTTP', () => {
  for (const [name, bytes] of [
    ['an unknown method', 'FROB /v1/stats HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['two lengths', 'POST /v1/quickjoin HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}'],
    [
      'length and chunks',
      'POST /v1/quickjoin HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['an unknown transfer coding', 'POST /v1/quickjoin HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n'],
    ['two transfer codings', 'POST /v1/quickjoin HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n'],
    ['a signed length', 'POST /v1/quickjoin HTTP/1.1\r\nHost: localhost\r\nContent-Length: +2\r\n\r\n{}'],
    ['a space before the colon', 'GET /v1/stats HTTP/1.1\r\nHost: localhost\r\nX-A : b\r\n\r\n'],
    ['nonsense', '\x16\x03\x01\x00\xa5\r\n\r\n'],
  ] as const) {
    test(`${name}: 400 in the one shape of all errors`, async () => {
      const answer = await raw(gateway.port, bytes);
      expect(statusOf(answer)).toBe(400);
      expect(ErrorBody.parse(JSON.parse(answer.slice(answer.indexOf('{')))).error).toBe('invalid_request');
      expect(gateway.upstream.seen).toEqual([]);
    });
  }

  test('headers without end: 431', async () => {
    const answer = await raw(gateway.port, `GET /v1/stats HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`);
    expect(statusOf(answer)).toBe(431);
  });
});

test('headers that belong to one connection are ignored', async () => {
  const hop = [
    'Keep-Alive: timeout=5',
    'Upgrade: h2c',
    'HTTP2-Settings: AAMA',
    'TE: trailers',
    'Trailer: X-T',
    'Proxy-Connection: keep-alive',
  ];
  const expectations = [[], ['Expect: 100-continue'], ['Expect: something-else']];
  for (const expectation of expectations) {
    const head = rawRequest('POST', '/v1/quickjoin', [...hop, ...expectation, 'Content-Type: application/json', 'Content-Length: 2']);
    const answer = await raw(gateway.port, `${head}{}`, /HTTP\/1\.1 [2-5]0\d[\s\S]*\r\n\r\n/);
    expect(answer).toContain('HTTP/1.1 200');
  }
  for (const { headers } of gateway.upstream.seen) {
    for (const name of ['keep-alive', 'upgrade', 'te', 'trailer', 'expect', 'proxy-connection', 'http2-settings'])
      expect(headers).not.toHaveProperty(name);
  }
});

test('the probes answer without a key', async () => {
  for (const path of ['/livez', '/readyz']) expect((await fetch(gateway.url + path)).status).toBe(200);
});
