import type { Caller } from '@rest-stop/contracts/agent.ts';
import { callerHeader, signatureHeader } from '@rest-stop/runtime/http/caller.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { baseUrl, bearer, callerOf, type Gateway, raw, rawRequest, startGateway, statusOf } from './harness.ts';

let gateway: Gateway;
let issued: ReturnType<Gateway['keys']['issue']>;
beforeAll(async () => {
  gateway = await startGateway({ limits: { requests: 100_000 } });
});
afterAll(() => gateway?.close());
beforeEach(() => {
  gateway.upstream.seen.length = 0;
  issued = gateway.keys.issue();
});

function callers(): (Caller | undefined)[] {
  return gateway.upstream.seen.map(callerOf);
}

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${gateway.url}/v1${path}`, { headers: { ...bearer(issued.key), 'user-agent': 'test/1.0', ...headers } });

describe('the identity header', () => {
  test('says who calls, in which format, when and under which request id', async () => {
    const response = await get('/stay?format=min');
    const [caller] = callers();
    const requestId = response.headers.get('x-request-id');
    expect(caller).toMatchObject({ agent: issued.agent, format: 'min', request_id: requestId, base_url: baseUrl });
    expect(Math.abs(Date.parse(caller?.seen_at ?? '') - Date.now())).toBeLessThan(60_000);
    const lastsMs = (caller?.expires_at_ms ?? 0) - Date.now();
    expect(lastsMs).toBeGreaterThan(0);
    expect(lastsMs).toBeLessThanOrEqual(20_000);
    expect(gateway.upstream.seen[0]?.headers['x-request-id']).toBe(requestId);
  });

  test('names nobody where no key is needed, even if one is sent', async () => {
    await get('/stats');
    expect(callers()).toMatchObject([{ agent: null }]);
  });

  const forged =
    'x-rest-stop-signature X-Rest-Stop-Signature x-rest-stop-caller X-Rest-Stop-Caller X-REST-STOP-CALLER x_rest_stop_caller X-Rest_Stop-Caller x-rest-stop-caller2 ' +
    'x-agent-id X-Agent-Id x-internal-sig x-forwarded-user x-request-id forwarded';
  for (const name of forged.split(' ')) {
    test(`${name} from outside is not passed on, once or twice`, async () => {
      const lines = [`Authorization: Bearer ${issued.key}`, `${name}: forged-1`, `${name}: forged-2`];
      expect(statusOf(await raw(gateway.port, rawRequest('GET', '/v1/stay', lines)))).toBe(200);
      const [seen] = gateway.upstream.seen;
      expect(seen?.rawHeaders.join(' ')).not.toContain('forged');
      expect(seen?.rawHeaders.filter((header) => header.toLowerCase() === callerHeader)).toHaveLength(1);
      expect(callers()).toMatchObject([{ agent: issued.agent }]);
    });
  }

  test('is not stripped by a Connection header that names it (CVE-2026-33805)', async () => {
    const connection = 'Connection: close, x-rest-stop-caller, x-rest-stop-signature, x-request-id, content-type, authorization';
    const head = ['GET /v1/stay HTTP/1.1', 'Host: localhost', connection, `Authorization: Bearer ${issued.key}`, '', ''].join('\r\n');
    expect(statusOf(await raw(gateway.port, head))).toBe(200);
    expect(callers()).toMatchObject([{ agent: issued.agent }]);
  });
});

test('nothing else of the client reaches the upstream', async () => {
  await get('/stay', {
    cookie: 'c=1',
    'x-forwarded-for': '192.0.2.1',
    referer: 'https://r.test/',
    accept: 'application/json',
    'x-any': 'any',
  });
  const names = Object.keys(gateway.upstream.seen[0]?.headers ?? {}).sort();
  expect(names).toEqual(['accept', 'accept-encoding', 'connection', 'host', callerHeader, signatureHeader, 'x-request-id'].sort());
});

describe('the upstream path', () => {
  for (const [sent, received] of [
    ['/memories/plain', '/memories/plain'],
    ['/memories/a%2Fb', '/memories/a%2Fb'],
    ['/memories/a%2fb', '/memories/a%2Fb'],
    ['/memories/%2e%2e', '/memories/%2E%2E'],
    ['/memories/%2E', '/memories/%2E'],
    ['/memories/..%2Fstay', '/memories/..%2Fstay'],
    ['/memories/100%25', '/memories/100%25'],
    ['/memories/%252e', '/memories/%252e'],
    ['/memories/a+b%3Fc%23d', '/memories/a%2Bb%3Fc%23d'],
    ['/memories/%F0%9F%98%80', '/memories/%F0%9F%98%80'],
    ['/memories/%61bc', '/memories/abc'],
    ['/stay?limit=5&format=min', '/stay'],
    ['/schedules?recommend=1&other=%20x', '/schedules?recommend=1&other=%20x'],
  ] as const) {
    test(`${sent} becomes ${received}`, async () => {
      const head = rawRequest('GET', `/v1${sent}`, [`Authorization: Bearer ${issued.key}`]);
      expect(statusOf(await raw(gateway.port, head))).toBe(200);
      expect(gateway.upstream.seen.map(({ path }) => path)).toEqual([received]);
    });
  }

  test('takes the longest legal memory key, in its longest spelling', async () => {
    const response = await get(`/memories/${encodeURIComponent('😀'.repeat(256))}`);
    expect(response.status).toBe(200);
    expect(gateway.upstream.seen).toHaveLength(1);
  });
});
