import { randomUUID } from 'node:crypto';
import { ErrorBody, RateLimitedBody } from '@rest-stop/contracts/errors.ts';
import { callerHeader } from '@rest-stop/runtime/http/caller.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { bearer, callerOf, type Gateway, raw, rawRequest, startGateway, statusOf } from './harness.ts';

let gateway: Gateway;
afterEach(() => gateway?.close());

const register = (path: string, headers: Record<string, string> = {}) => fetch(`${gateway.url}/v1${path}`, { method: 'POST', headers });
const callers = () => gateway.upstream.seen.map(callerOf);

describe('the registrations of one client', () => {
  test('are limited over both endpoints together, with the six fields and Retry-After', async () => {
    gateway = await startGateway({ registrationLimit: { perMinute: 2, perDay: 0, trustedProxyHops: 0 } });
    expect((await register('/quickjoin')).status).toBe(200);
    expect((await register('/reservations')).status).toBe(200);
    const refused = await register('/quickjoin?format=wrong');
    const body = RateLimitedBody.parse(await refused.json());
    expect([refused.status, refused.headers.get('cache-control')]).toEqual([429, 'no-store']);
    expect(body).toMatchObject({ limit: 2, window_seconds: 60, used: 2, retry_after_seconds: 30 });
    expect(refused.headers.get('retry-after')).toBe('30');
    expect(gateway.upstream.seen).toHaveLength(2);
  });

  test('are limited by the day, too', async () => {
    gateway = await startGateway({ registrationLimit: { perMinute: 0, perDay: 2, trustedProxyHops: 0 } });
    for (let i = 0; i < 2; i++) expect((await register('/quickjoin')).status).toBe(200);
    const refused = await register('/quickjoin');
    expect(refused.status).toBe(429);
    expect(RateLimitedBody.parse(await refused.json())).toMatchObject({ limit: 2, window_seconds: 86_400, retry_after_seconds: 43_200 });
  });

  test('leave everything else alone', async () => {
    gateway = await startGateway({ registrationLimit: { perMinute: 1, perDay: 0, trustedProxyHops: 0 } });
    const { key } = gateway.keys.issue();
    await register('/quickjoin');
    expect((await register('/quickjoin')).status).toBe(429);
    expect((await fetch(`${gateway.url}/v1/stay`, { headers: bearer(key) })).status).toBe(200);
    for (let i = 0; i < 3; i++) expect((await fetch(`${gateway.url}/v1/stats`)).status).toBe(200);
    expect((await fetch(`${gateway.url}/v1/quickjoin`)).status).toBe(405);
  });

  test('cannot be multiplied by a header, unless a proxy is trusted to write it', async () => {
    gateway = await startGateway({ registrationLimit: { perMinute: 1, perDay: 0, trustedProxyHops: 0 } });
    const from = async (address: string) => (await register('/quickjoin', { 'x-forwarded-for': address })).status;
    expect([await from('192.0.2.1'), await from('192.0.2.2')]).toEqual([200, 429]);
    await gateway.close();
    gateway = await startGateway({ registrationLimit: { perMinute: 1, perDay: 0, trustedProxyHops: 1 } });
    expect([await from('192.0.2.1'), await from('192.0.2.2'), await from('192.0.2.9, 192.0.2.2')]).toEqual([200, 200, 429]);
  });

  test('reach the upstream without the address', async () => {
    gateway = await startGateway({ registrationLimit: { perMinute: 5, perDay: 0, trustedProxyHops: 1 } });
    await register('/quickjoin', { 'x-forwarded-for': '192.0.2.77', forwarded: 'for=192.0.2.77' });
    const [seen] = gateway.upstream.seen;
    expect(Object.keys(seen?.headers ?? {}).filter((name) => name.includes('forward'))).toEqual([]);
    const payload = Buffer.from(String(seen?.headers[callerHeader]).split('.')[0] ?? '', 'base64url').toString();
    expect(JSON.stringify(seen?.rawHeaders)).not.toContain('192.0.2');
    expect(payload).toContain('request_id');
    for (const address of ['192.0.2', '127.0.0.1']) expect(payload).not.toContain(address);
  });
});

describe('an Idempotency-Key', () => {
  test('reaches identity inside the signed header and nowhere else', async () => {
    gateway = await startGateway();
    const keys = [randomUUID(), '!'.repeat(16), '~'.repeat(255), `"${randomUUID()}"`];
    for (const [i, key] of keys.entries()) {
      expect((await register(['/quickjoin', '/reservations'][i % 2] ?? '', { 'idempotency-key': key })).status).toBe(200);
    }
    expect(callers().map((caller) => caller?.idempotency_key)).toEqual(keys);
    for (const { headers } of gateway.upstream.seen) expect(headers).not.toHaveProperty('idempotency-key');
  });

  test.each([
    ['an empty one', ['Idempotency-Key:']],
    ['one that could be guessed for its shortness', ['Idempotency-Key: 123456789012345']],
    ['one that is too long', [`Idempotency-Key: ${'a'.repeat(256)}`]],
    ['one with a space in it', ['Idempotency-Key: 0123456789 0123456789']],
    ['one that is not ASCII', ['Idempotency-Key: 0123456789-0123456789-é']],
    ['two of them', [`Idempotency-Key: ${randomUUID()}`, `idempotency-key: ${randomUUID()}`]],
  ])('is refused when it is %s', async (_, headers) => {
    gateway = await startGateway();
    const answer = await raw(gateway.port, rawRequest('POST', '/v1/quickjoin', [...headers, 'Content-Length: 0']));
    expect(statusOf(answer)).toBe(400);
    const body = ErrorBody.parse(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))));
    expect(body).toMatchObject({ error: 'invalid_request', issues: [{ path: 'Idempotency-Key' }] });
    expect(answer).not.toContain('0123456789');
    expect(gateway.upstream.seen).toHaveLength(0);
  });

  test('is ignored where nobody registers', async () => {
    gateway = await startGateway();
    const { key } = gateway.keys.issue();
    for (const value of ['short', randomUUID()]) {
      const response = await fetch(`${gateway.url}/v1/checkout`, { method: 'POST', headers: { ...bearer(key), 'idempotency-key': value } });
      expect(response.status).toBe(200);
    }
    for (const caller of callers()) expect(caller).not.toHaveProperty('idempotency_key');
  });

  test('that is absent changes nothing', async () => {
    gateway = await startGateway();
    await register('/quickjoin');
    expect(callers()[0]).not.toHaveProperty('idempotency_key');
  });
});
