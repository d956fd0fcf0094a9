import { routes } from '@rest-stop/contracts/routes.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { bearer, type Gateway, raw, rawRequest, startGateway, statusOf } from './harness.ts';

let gateway: Gateway;
afterEach(() => gateway.close());

const visits = async (keyHash: string) => Math.max(0, (await gateway.visitLog.left(keyHash)) - 2);
const concrete = (path: string) => `/v1${path.replace(/:\w+/g, 'x')}`;

describe('HEAD', () => {
  const reads = routes.filter(({ method }) => method === 'GET');
  /** What differs between any two answers. */
  const ownToEach = ['date', 'x-request-id', 'ratelimit', 'connection', 'keep-alive'];
  const headersOf = ({ headers }: Response) => [...headers].filter(([name]) => !ownToEach.includes(name));

  test('is answered on every path that has a GET: with its status and headers, without a body, and counted like it', async () => {
    gateway = await startGateway();
    const { key, keyHash } = gateway.keys.issue();
    for (const { path, auth } of reads) {
      const before = await visits(keyHash);
      const got = await fetch(gateway.url + concrete(path), { headers: bearer(key) });
      const head = await fetch(gateway.url + concrete(path), { method: 'HEAD', headers: bearer(key) });
      expect([path, head.status, headersOf(head), await head.text()]).toEqual([path, got.status, headersOf(got), '']);
      expect(head.headers.get('content-length')).toBe(String((await got.text()).length));
      expect((await visits(keyHash)) - before).toBe(auth === 'bearer' ? 2 : 0);
      expect(gateway.upstream.seen.splice(0).map(({ method }) => method)).toEqual(['GET', 'GET']);
    }
  });

  test('without a key is 401 where GET is, and answers the probes', async () => {
    gateway = await startGateway();
    const status = async (path: string) => (await fetch(gateway.url + path, { method: 'HEAD' })).status;
    expect(await status('/v1/stay')).toBe(401);
    expect(await status('/v1/nowhere')).toBe(401);
    expect(await status('/livez')).toBe(200);
  });
});

describe('a page of another origin', () => {
  const asks = ['Origin: https://elsewhere.test', 'Access-Control-Request-Method: POST', 'Access-Control-Request-Headers: authorization'];

  test('may ask before every request, on any path, without a key and uncounted', async () => {
    gateway = await startGateway({ limits: { requests: 1 } });
    const { key, keyHash } = gateway.keys.issue();
    for (const path of [...routes.map((route) => concrete(route.path)), '/v1/nowhere']) {
      const answer = (await raw(gateway.port, rawRequest('OPTIONS', path, [...asks, `Authorization: Bearer ${key}`]))).toLowerCase();
      expect(statusOf(answer.toUpperCase()), path).toBe(204);
      for (const line of [
        'access-control-allow-origin: *',
        'access-control-allow-methods: get, head, post, delete',
        'access-control-allow-headers: authorization, content-type, idempotency-key, accept, mcp-protocol-version, mcp-method, mcp-name',
        'access-control-max-age: 86400',
      ])
        expect(answer).toContain(`\r\n${line}\r\n`);
    }
    expect(await visits(keyHash)).toBe(0);
    expect(gateway.upstream.seen).toEqual([]);
  });

  test('may read every answer, refusals too, with the headers that matter', async () => {
    gateway = await startGateway({ limits: { requests: 1 } });
    const authorization = `Authorization: ${bearer(gateway.keys.issue().key).authorization}`;
    const json = 'Content-Type: application/json';
    const requests: [number, string][] = [
      [200, rawRequest('GET', '/v1/stats')],
      [401, rawRequest('GET', '/v1/stay')],
      [413, rawRequest('POST', '/v1/defrag', [authorization, json, 'Content-Length: 99999999'])],
      [429, rawRequest('GET', '/v1/stay', [authorization])],
      [400, 'nonsense\r\n\r\n'],
      [400, rawRequest('GET', '*')],
      [431, rawRequest('GET', '/v1/stats', [`X-Long: ${'a'.repeat(20_000)}`])],
    ];
    for (const [status, request] of requests) {
      const answer = await raw(gateway.port, request);
      expect(statusOf(answer)).toBe(status);
      expect(answer).toMatch(/\r\naccess-control-allow-origin: \*\r\n/);
      for (const name of ['retry-after', 'ratelimit', 'ratelimit-policy', 'x-request-id', 'rest-stop-fidelity'])
        expect(answer).toMatch(new RegExp(`\r\naccess-control-expose-headers: [^\r]*\\b${name}\\b`));
    }
  });
});
