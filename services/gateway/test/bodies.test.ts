import { gzipSync } from 'node:zlib';
import { ErrorBody } from '@rest-stop/contracts/errors.ts';
import { bodyLimits } from '@rest-stop/contracts/limits.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bearer, type Gateway, raw, rawRequest, startGateway, statusOf } from './harness.ts';

let gateway: Gateway;
let key: string;
beforeAll(async () => {
  gateway = await startGateway({ limits: { requests: 100_000 } });
});
afterAll(() => gateway?.close());
beforeEach(() => {
  gateway.upstream.seen.length = 0;
  key = gateway.keys.issue().key;
});

async function post(path: string, body: string | Buffer | undefined, headers: Record<string, string> = {}) {
  const response = await fetch(`${gateway.url}/v1${path}`, {
    method: 'POST',
    headers: { ...bearer(key), ...headers },
    ...(body === undefined ? {} : { body: body as RequestInit['body'] }),
  });
  return { status: response.status, error: ((await response.json()) as { error?: string }).error };
}

const json = { 'content-type': 'application/json' };
const chunked = (...chunks: string[]) => [...chunks, ''].map((c) => `${Buffer.byteLength(c).toString(16)}\r\n${c}\r\n`).join('');

describe('a body', () => {
  test('reaches the upstream byte for byte, as JSON, whole or in chunks', async () => {
    const body = '{"content": "é \\u0041 😀",   "n":1.0}';
    expect((await post('/defrag', body, { 'content-type': 'Application/JSON; charset=UTF-8' })).status).toBe(200);
    const head = rawRequest('POST', '/v1/defrag', [
      `Authorization: Bearer ${key}`,
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
    ]);
    expect(statusOf(await raw(gateway.port, head + chunked('{"content":', '"x"}')))).toBe(200);
    expect(gateway.upstream.seen.map((seen) => seen.body.toString())).toEqual([body, '{"content":"x"}']);
    for (const { headers } of gateway.upstream.seen) expect(headers['content-type']).toBe('application/json');
  });

  test('may be missing, empty or an empty object where there is nothing to say', async () => {
    for (const [body, headers] of [
      [undefined, {}],
      ['', json],
      ['', { 'content-type': 'application/json; charset=utf-8' }],
      ['{}', json],
    ] as const) {
      expect((await post('/forget', body, headers)).status).toBe(200);
    }
    const head = rawRequest('POST', '/v1/forget', [`Authorization: Bearer ${key}`, 'Transfer-Encoding: chunked']);
    expect(statusOf(await raw(gateway.port, head + chunked()))).toBe(200);
    expect(gateway.upstream.seen.map((seen) => seen.body.toString())).toEqual(['', '', '', '{}', '']);
  });

  test('of the limit passes, of one byte more is 413 before the upstream hears of it', async () => {
    const limit = bodyLimits.memory;
    const filled = (bytes: number) => `{"value":"${'x'.repeat(bytes - 12)}"}`;
    expect((await post('/memories', filled(limit), json)).status).toBe(200);
    expect(await post('/memories', filled(limit + 1), json)).toEqual({ status: 413, error: 'value_too_large' });
    const head = rawRequest('POST', '/v1/memories', [
      `Authorization: Bearer ${key}`,
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
    ]);
    const answer = await raw(gateway.port, head + chunked(filled(limit), 'x'));
    expect(statusOf(answer)).toBe(413);
    expect(gateway.upstream.seen).toHaveLength(1);
  });

  test('of any legal size fits: an artifact of 3.2 MB', async () => {
    const body = JSON.stringify({ name: 'a', content: 'é'.repeat(262_144) }).replaceAll('é', '\\ud83d\\ude00');
    expect((await post('/artifacts', body, json)).status).toBe(200);
    expect(gateway.upstream.seen[0]?.body.length).toBe(body.length);
  });

  for (const type of [
    'text/plain',
    'application/json garbage',
    'application/json; charset=latin1',
    'application/json;',
    'application/jsonx',
    'a',
  ]) {
    test(`announced as "${type}": 415, whole or in chunks`, async () => {
      expect(await post('/reviews', '{}', { 'content-type': type })).toEqual({ status: 415, error: 'unsupported_media_type' });
      const head = rawRequest('POST', '/v1/reviews', [
        `Authorization: Bearer ${key}`,
        `Content-Type: ${type}`,
        'Transfer-Encoding: chunked',
      ]);
      expect(statusOf(await raw(gateway.port, head + chunked('{}')))).toBe(415);
      expect(gateway.upstream.seen).toEqual([]);
    });
  }

  test('not announced at all: 415', async () => {
    const head = (more: string) => rawRequest('POST', '/v1/reviews', [`Authorization: Bearer ${key}`, more]);
    expect(statusOf(await raw(gateway.port, `${head('Content-Length: 2')}{}`))).toBe(415);
    expect(statusOf(await raw(gateway.port, head('Transfer-Encoding: chunked') + chunked('{}')))).toBe(415);
  });

  test('that is compressed: 415, never inflated', async () => {
    for (const coding of ['gzip', 'br', 'deflate', 'identity, gzip']) {
      const bomb = gzipSync(Buffer.alloc(1_000_000));
      expect((await post('/defrag', bomb, { ...json, 'content-encoding': coding })).status).toBe(415);
    }
    expect((await post('/defrag', '{}', { ...json, 'content-encoding': 'identity' })).status).toBe(200);
    expect(gateway.upstream.seen).toHaveLength(1);
  });

  test('that never ends gets its 401 all the same', async () => {
    const head = rawRequest('POST', '/v1/defrag', [
      'Authorization: Bearer rs_wrong',
      'Content-Type: application/json',
      'Content-Length: 1000000',
    ]);
    const answer = await raw(gateway.port, `${head}{"content":"`);
    expect(statusOf(answer)).toBe(401);
    expect(ErrorBody.parse(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n{') + 4))).error).toBe('unauthorized');
  });

  test('of a request that takes none is not passed on', async () => {
    const response = await fetch(`${gateway.url}/v1/memories/k`, {
      method: 'DELETE',
      body: '{"a":1}',
      headers: { ...bearer(key), ...json },
    });
    expect(response.status).toBe(200);
    const get = rawRequest('GET', '/v1/stay', [`Authorization: Bearer ${key}`, 'Content-Type: application/json', 'Content-Length: 7']);
    expect(statusOf(await raw(gateway.port, `${get}{"a":1}`))).toBe(200);
    expect(gateway.upstream.seen.map((seen) => seen.body.length)).toEqual([0, 0]);
  });
});

test('a large body that is refused is still answered to a client that sends it first and reads afterwards', async () => {
  for (let i = 0; i < 5; i++) {
    const body = `{"value":"${'x'.repeat(8_000_000)}"}`;
    expect(await post('/memories', body, json)).toEqual({ status: 413, error: 'value_too_large' });
  }
});
