import { ErrorBody } from '@rest-stop/contracts/errors.ts';
import { routes } from '@rest-stop/contracts/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bearer, type Gateway, raw, startGateway, statusOf } from './harness.ts';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway({ allowedHosts: ['gateway'] });
});
afterAll(() => gateway?.close());

const send = (method: string, path: string, host: string, headers: string[] = []) =>
  raw(gateway.port, [`${method} ${path} HTTP/1.1`, `Host: ${host}`, 'Connection: close', ...headers, '', ''].join('\r\n'));

const everyPath = [
  ...routes.map(({ method, path }) => [method, `/v1${path.replace(/:\w+/g, 'x')}`] as const),
  ['POST', '/mcp'],
  ['GET', '/'],
  ['GET', '/llms.txt'],
  ['GET', '/nowhere'],
  ['OPTIONS', '/v1/quickjoin'],
] as const;

test.each(everyPath)('a request by the name of another host is refused, and goes nowhere: %s %s', async (method, path) => {
  const { key, keyHash } = gateway.keys.issue();
  const answer = await send(method, path, 'evil.example.com', [`Authorization: ${bearer(key).authorization}`]);
  expect(statusOf(answer)).toBe(421);
  const [, body = ''] = answer.split('\r\n\r\n');
  const { error, message } = ErrorBody.parse(JSON.parse(body));
  expect([error, message]).toEqual(['invalid_request', expect.stringMatching(/Use https:\/\/rest-stop\.test\/v1;.*ALLOWED_HOSTS/)]);
  expect(answer).not.toContain('evil');
  expect(gateway.upstream.seen).toEqual([]);
  expect(await gateway.visitLog.left(keyHash)).toBe(0);
});

test.each(['/livez', '/readyz'])('the platform may probe by any name: %s', async (path) => {
  expect(statusOf(await send('GET', path, 'a-pod.somewhere'))).toBe(200);
});

test.each(['rest-stop.test', `localhost:1`, '127.0.0.1', '10.0.0.7:8080', 'gateway:8080'])('%s is one of its names', async (host) => {
  expect(statusOf(await send('GET', '/v1/stats', host))).toBe(200);
});

test('HTTP/1.0 needs no Host', async () => {
  expect(statusOf(await raw(gateway.port, 'GET /v1/stats HTTP/1.0\r\n\r\n'))).toBe(200);
});
