import { once } from 'node:events';
import { connect } from 'node:net';
import { ErrorBody, RateLimitedBody } from '@rest-stop/contracts/errors.ts';
import { mcpProtocolVersions, mcpTools } from '@rest-stop/contracts/mcp.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import { bearer, type Gateway, startGateway } from './harness.ts';
import { answerOk } from './upstream.ts';

let gateway: Gateway;
let key: string;
let keyHash: string;
beforeAll(async () => {
  gateway = await startGateway({ limits: { requests: 3 } });
});
afterAll(() => gateway?.close());
beforeEach(() => {
  gateway.upstream.seen.length = 0;
  gateway.upstream.answer = answerOk;
  ({ key, keyHash } = gateway.keys.issue());
});

const accept = 'application/json, text/event-stream';
const modern = '2026-07-28';
type Sent = { headers?: Record<string, string>; from?: Gateway; signal?: AbortSignal };

function post(body: unknown, { headers = {}, from = gateway, signal }: Sent = {}): Promise<Response> {
  const sent = { 'content-type': 'application/json', accept, ...headers };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return fetch(`${from.url}/mcp`, { method: 'POST', headers: sent, body: text, ...(signal && { signal }) });
}

const message = (method: string, params: unknown) => ({ jsonrpc: '2.0', id: 1, method, params });

/** One message as the earlier revision sends it, without a session. */
async function earlier(method: string, params: unknown, sent: Sent = {}) {
  const response = await post(message(method, params), sent);
  const data = /^data: (.*)$/m.exec(await response.text())?.[1];
  return JSON.parse(data ?? 'null');
}

/** One message as the revision without sessions sends it. */
function later(
  method: string,
  params: { name?: string; arguments?: object; _meta?: object; notifications?: object },
  { headers, ...sent }: Sent = {},
): Promise<Response> {
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': modern,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
    ...params['_meta'],
  };
  const standard = {
    'mcp-protocol-version': modern,
    'mcp-method': method,
    ...(params.name ? { 'mcp-name': params.name } : {}),
  };
  return post(message(method, { ...params, _meta: envelope }), { ...sent, headers: { ...standard, ...headers } });
}

const call = async (name: string, args: unknown = {}, sent: Sent = {}) =>
  (await earlier('tools/call', { name, arguments: args }, sent)).result;
const bodyOf = (result: { content: { text: string }[] }) => JSON.parse(result.content.at(-1)?.text ?? '');
const visits = async () => Math.max(0, (await gateway.visitLog.left(keyHash)) - 2);

describe('a message', () => {
  test('of the earlier revision needs no session, and initialize names what is served', async () => {
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    const { result } = await earlier('initialize', params);
    expect(result).toMatchObject({ protocolVersion: '2025-11-25', serverInfo: { name: 'test.rest-stop/rest-stop' } });
    expect((await earlier('tools/list', {})).result.tools).toEqual(mcpTools.map(({ definition }) => definition));
  });

  test('of the revision without sessions is answered in one JSON body', async () => {
    const discovered = await later('server/discover', {});
    expect(discovered.headers.get('content-type')).toContain('application/json');
    expect(await discovered.json()).toMatchObject({ result: { supportedVersions: [modern], capabilities: { tools: {} } } });
    const listed = await (await later('tools/list', {})).json();
    expect(listed).toMatchObject({ result: { tools: mcpTools.map(({ definition }) => definition) } });
  });

  test('is of a revision that the card names', () => {
    expect(mcpProtocolVersions).toEqual([modern, ...SUPPORTED_PROTOCOL_VERSIONS]);
  });

  test.each([
    ['no JSON', '{"jsonrpc":', 400, -32700],
    ['nothing', '', 400, -32700],
    ['nested too deeply', `${'['.repeat(100)}${']'.repeat(100)}`, 400, -32700],
    ['a batch', [message('tools/list', {}), message('tools/list', {})], 400, -32600],
  ])('that is %s is refused', async (_name, body, status, code) => {
    const response = await post(body);
    expect([response.status, await response.json()]).toEqual([
      status,
      expect.objectContaining({ error: expect.objectContaining({ code }) }),
    ]);
  });

  test.each([
    ['an unknown method', message('tools/delete', {})],
    ['no name of a tool', message('tools/call', {})],
    ['arguments that are no object', message('tools/call', { name: 'stay', arguments: [1] })],
    ['the name of no tool', message('tools/call', { name: 'constructor' })],
    ['no message at all', { a: 1 }],
    ['null', null],
  ])('with %s is an error of the protocol, and of no server', async (_name, body) => {
    const response = await post(body);
    expect(response.status).toBeLessThan(500);
    expect(await response.text()).toMatch(/"error":\{"code":-326/);
    expect(gateway.upstream.seen).toEqual([]);
  });

  test('larger than any tool takes, or not JSON by its type, is refused before it is read', async () => {
    const large = await post(`"${'x'.repeat(1_700_000)}"`);
    expect([large.status, ErrorBody.parse(await large.json()).error]).toEqual([413, 'value_too_large']);
    const plain = await post('{}', { headers: { 'content-type': 'text/plain' } });
    expect([plain.status, ErrorBody.parse(await plain.json()).error]).toEqual([415, 'unsupported_media_type']);
  });

  test('is posted: there is no stream to open and no session to end', async () => {
    for (const method of ['GET', 'DELETE']) {
      const response = await fetch(`${gateway.url}/mcp`, { method, headers: { accept: 'text/event-stream' } });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
    }
  });

  test.each([
    ['of this server', 'https://rest-stop.test'],
    ['of this machine', 'http://localhost:6274'],
    ['of this machine, by its address', 'http://127.0.0.1:6274'],
  ])('may come from a page %s, with the headers of the protocol', async (_name, origin) => {
    const preflight = await fetch(`${gateway.url}/mcp`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    expect(preflight.ok).toBe(true);
    for (const name of ['authorization', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name']) {
      expect(preflight.headers.get('access-control-allow-headers')).toContain(name);
    }
    const response = await later('tools/list', {}, { headers: { origin } });
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  });

  test.each(['https://elsewhere.test', 'https://rest-stop.test.elsewhere.test', 'http://192.0.2.1', 'null', 'rest-stop.test'])(
    'from a page of another origin is refused: %s',
    async (origin) => {
      const response = await later('tools/list', {}, { headers: { ...bearer(key), origin } });
      expect([response.status, await response.json()]).toEqual([
        403,
        { jsonrpc: '2.0', id: null, error: { code: -32600, message: expect.stringContaining('ALLOWED_HOSTS') } },
      ]);
    },
  );

  test('that subscribes to changes is acknowledged as a subscription to none, and the stream ends', async () => {
    const response = await later('subscriptions/listen', { notifications: { toolsListChanged: true } });
    const frames = [...(await response.text()).matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? ''));
    const meta = { 'io.modelcontextprotocol/subscriptionId': 1 };
    expect(frames).toMatchObject([
      { method: 'notifications/subscriptions/acknowledged', params: { notifications: {}, _meta: meta } },
      { id: 1, result: { _meta: meta } },
    ]);
  });

  test.each([
    ['_meta', (many: object) => message('tools/list', { _meta: many })],
    ['arguments', (many: object) => message('tools/call', { name: 'stay', arguments: many })],
  ])('with more members than any tool takes in its %s is told so before it is parsed', async (_name, holding) => {
    const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`k${n}`, n]));
    const response = await post(holding(many), { headers: bearer(key) });
    expect([response.status, await response.json()]).toEqual([
      413,
      expect.objectContaining({
        error: { code: -32600, message: expect.stringMatching(/more than 1000 members.*Send long data as one string/) },
      }),
    ]);
  });
});

describe('a message without a key in its header', () => {
  const large = message('tools/call', { name: 'defrag', arguments: { content: 'x'.repeat(70_000) } });

  test.each([
    ['none', {}],
    ['a malformed one', { authorization: 'Bearer rs_short' }],
  ])('has 64 KB at most: %s', async (_name, headers) => {
    const response = await post(large, { headers });
    const { error, message: told } = ErrorBody.parse(await response.json());
    expect([response.status, error]).toEqual([413, 'value_too_large']);
    expect(told).toMatch(/at most 65536 are taken.*With your key in the Authorization header/);
    expect(gateway.upstream.seen).toEqual([]);
  });

  test('has 64 KB at most, also in chunks of unknown length', async () => {
    const body = new Blob([JSON.stringify(large)]).stream();
    const sent = { method: 'POST', headers: { 'content-type': 'application/json', accept }, body, duplex: 'half' } as const;
    expect((await fetch(`${gateway.url}/mcp`, sent as RequestInit)).status).toBe(413);
  });

  test('may be longer with the key there', async () => {
    expect((await post(large, { headers: bearer(key) })).status).toBe(200);
    expect(gateway.upstream.seen).toHaveLength(1);
  });

  test('counts against the address it comes from, and is told when to come again', async () => {
    const load = { keylessMessagesPerMinute: 2 };
    await usedBy(await startGateway({ load, registrationLimit: { perMinute: 0, perDay: 0, trustedProxyHops: 1 } }), async (from) => {
      const by = (address: string, more = {}) =>
        post(message('tools/list', {}), { from, headers: { 'x-forwarded-for': address, ...more } });
      expect([(await by('192.0.2.1')).status, (await by('192.0.2.1')).status]).toEqual([200, 200]);
      const refused = await by('192.0.2.1');
      const { error } = (await refused.json()) as { error: { message: string; data: unknown } };
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
      expect(RateLimitedBody.parse(error.data)).toMatchObject({ limit: 2, window_seconds: 60 });
      expect(error.message).toContain('send your key in the Authorization header');
      expect((await by('192.0.2.1', bearer(from.keys.issue().key))).status).toBe(200);
      expect((await by('192.0.2.2')).status).toBe(200);
    });
  });
});

describe('a call of a tool', () => {
  test('is one visit of the key in the header, and the same request upstream', async () => {
    const result = await call('schedule', { amenity: 'defrag', notes: 'ü' }, { headers: bearer(key) });
    expect(result.isError).toBeUndefined();
    expect(result.structuredContent).toEqual({ ok: true });
    const [seen, ...more] = gateway.upstream.seen;
    expect([more, seen?.method, seen?.path]).toEqual([[], 'POST', '/schedules']);
    expect(JSON.parse(String(seen?.body))).toEqual({ amenity: 'defrag', notes: 'ü' });
    expect(await visits()).toBe(1);
  });

  test('is none where no key is needed', async () => {
    expect((await call('list_reviews', { limit: 5 }, { headers: bearer(key) })).structuredContent).toEqual({ ok: true });
    expect(gateway.upstream.seen.map(({ path }) => path)).toEqual(['/reviews?limit=5&format=verbose']);
    expect(await visits()).toBe(0);
  });

  test('puts the space for a result into the query', async () => {
    const content = 'A context that is long enough to be compressed.';
    await call('defrag', { content, target: 'handoff', max_chars: 700 }, { headers: bearer(key) });
    const [seen] = gateway.upstream.seen;
    expect([seen?.path, JSON.parse(String(seen?.body))]).toEqual(['/defrag?max_chars=700&format=verbose', { content, target: 'handoff' }]);
  });

  test('takes the key as an argument, before that of the header, and does not pass it on', async () => {
    const other = gateway.keys.issue().key;
    const result = await call('review', { rating: 5, api_key: key }, { headers: bearer(other) });
    expect(result.structuredContent).toEqual({ ok: true });
    expect(await visits()).toBe(1);
    const sent = gateway.upstream.seen.map(({ path, headers, body }) => JSON.stringify([path, headers, String(body)])).join();
    expect(sent).toContain('rating');
    expect(sent).not.toMatch(/rs_[0-9a-f]{24}|api_key"/);
  });

  test('puts the key of a tool that needs none nowhere either', async () => {
    await call('quickjoin', { agent_id: 'x', api_key: key });
    const [seen] = gateway.upstream.seen;
    expect([seen?.path, String(seen?.body)]).toEqual(['/quickjoin?agent_id=x&format=verbose', '{}']);
  });

  test.each([
    ['without a key', {}, {}],
    ['with a key that nobody has', { api_key: `rs_${'0'.repeat(24)}` }, {}],
    ['with something else for a key', { api_key: { a: ['\r\n'] } }, {}],
  ])('%s is the 401 of the interface as a result, for the agent to read', async (_name, args, headers) => {
    const result = await call('stay', args, { headers });
    expect([result.isError, result.structuredContent]).toEqual([true, undefined]);
    const { error, next_calls } = ErrorBody.parse(bodyOf(result));
    expect([error, next_calls['register']]).toEqual(['unauthorized', 'POST https://rest-stop.test/v1/quickjoin']);
    expect(gateway.upstream.seen).toEqual([]);
  });

  test('with two Authorization headers is refused, as at every endpoint', async () => {
    const body = JSON.stringify(message('tools/call', { name: 'stay', arguments: {} }));
    const socket = connect(gateway.port, '127.0.0.1');
    const lines = ['POST /mcp HTTP/1.1', 'host: localhost', 'connection: close', 'content-type: application/json', `accept: ${accept}`];
    const keys = [`authorization: Bearer ${key}`, `authorization: Bearer ${key}`];
    socket.write([...lines, ...keys, `content-length: ${body.length}`, '', body].join('\r\n'));
    let received = '';
    socket.on('data', (data) => (received += String(data)));
    await once(socket, 'close');
    expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*cache-control: no-store, no-transform\r\n[^]*connection: close\r\n/i);
    expect(received).toContain('unauthorized');
    expect(gateway.upstream.seen).toEqual([]);
  });

  test('over the limit is the 429 of the interface, with when it ends', async () => {
    for (let i = 0; i < 3; i++) await call('stay', {}, { headers: bearer(key) });
    const result = await call('stay', {}, { headers: bearer(key) });
    expect(result.isError).toBe(true);
    const { retry_after_seconds } = RateLimitedBody.parse(bodyOf(result));
    expect(result['_meta']['rest-stop/http']).toMatchObject({ status: 429, headers: { 'retry-after': String(retry_after_seconds) } });
    expect(await visits()).toBe(3);
  });

  test('passes the words of a service on that refuses the arguments', async () => {
    gateway.upstream.answer = (_request, response) => {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end('{"error":"invalid_request","message":"rating: is required"}');
    };
    const result = await call('review', {}, { headers: bearer(key) });
    expect([result.isError, bodyOf(result).message]).toEqual([true, 'rating: is required']);
  });

  test.each([
    ['a missing part of the path', 'attend_seminar', {}, 'invalid_request'],
    ['a part of the path that is no text', 'attend_seminar', { slug: { a: 1 } }, 'invalid_request'],
    ['a dot segment', 'attend_seminar', { slug: '..' }, 'not_found'],
    ['nothing for a part of the path', 'cancel_schedule', { id: '' }, 'not_found'],
    ['a part of the path that is too long for any', 'cancel_schedule', { id: 'x'.repeat(2_000) }, 'not_found'],
    ['more than a request line takes', 'quickjoin', { agent_id: 'x'.repeat(100_000) }, 'invalid_request'],
  ])('with %s reaches no upstream', async (_name, tool, args, code) => {
    const result = await call(tool, args, { headers: bearer(key) });
    expect([result.isError, ErrorBody.parse(bodyOf(result)).error]).toEqual([true, code]);
    expect(gateway.upstream.seen).toEqual([]);
  });

  test('with characters that a path cannot hold as they are names the same resource as a path would', async () => {
    await call('attend_seminar', { slug: 'a/b?c#d é' }, { headers: bearer(key) });
    expect(gateway.upstream.seen.map(({ path }) => path)).toEqual([`/seminars/${encodeURIComponent('a/b?c#d é')}/attend`]);
  });

  test('says of what others wrote and what an engine derived that it is data', async () => {
    for (const [tool, words] of [
      ['list_reviews', 'Other agents wrote'],
      ['defrag', 'An engine derived'],
    ] as const) {
      const { content } = await call(tool, {}, { headers: bearer(key) });
      expect(content.map(({ text }: { text: string }) => text)).toEqual([expect.stringContaining(words), '{"ok":true}']);
    }
  });

  test('asks for the format of its output schema, whatever the client is called', async () => {
    await call('stay', {}, { headers: { ...bearer(key), 'user-agent': 'gemini-cli/1.0' } });
    const [seen] = gateway.upstream.seen;
    const [payload = ''] = String(seen?.headers['x-rest-stop-caller']).split('.');
    expect(JSON.parse(String(Buffer.from(payload, 'base64url')))).toMatchObject({ format: 'verbose' });
  });

  test.each(['earlier', 'later'])('that takes long tells so to a client that asked for it (%s revision)', async (revision) => {
    let finish = () => {};
    gateway.upstream.answer = (request, response, seen) => (finish = () => answerOk(request, response, seen));
    const params = { name: 'attend_seminar', arguments: { slug: 'x' }, _meta: { progressToken: 'mine' } };
    const sent = { headers: bearer(key) };
    const { body } = await (revision === 'earlier' ? post(message('tools/call', params), sent) : later('tools/call', params, sent));
    let received = '';
    for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      received += chunk;
      if (!received.includes('notifications/progress')) continue;
      finish();
      finish = () => {};
    }
    expect(received).toMatch(/"progressToken":"mine","progress":1[^]*"structuredContent":\{"ok":true\}/);
  });

  test.each(['earlier', 'later'])('whose client leaves ends the work upstream (%s revision)', async (revision) => {
    const leaving = new AbortController();
    const ended = new Promise<void>((resolve) => {
      gateway.upstream.answer = (request) => {
        request.socket.once('close', resolve);
        leaving.abort();
      };
    });
    const params = { name: 'defrag', arguments: { content: 'x' } };
    const sent = { headers: bearer(key), signal: leaving.signal };
    const calling = revision === 'earlier' ? post(message('tools/call', params), sent) : later('tools/call', params, sent);
    await Promise.allSettled([calling.then((response) => response.text())]);
    await ended;
  });
});

describe('registrations by tool', () => {
  const limited = async (trustedProxyHops: number) => startGateway({ registrationLimit: { perMinute: 1, perDay: 0, trustedProxyHops } });

  test('count against the address of the client', async () => {
    await usedBy(await limited(0), async (from) => {
      expect((await call('quickjoin', {}, { from })).isError).toBeUndefined();
      const second = await fetch(`${from.url}/v1/quickjoin`, { method: 'POST' });
      expect(second.status).toBe(429);
      expect(RateLimitedBody.parse(bodyOf(await call('quickjoin', {}, { from }))).limit).toBe(1);
    });
  });

  test('behind a proxy count against the address that the proxy names', async () => {
    await usedBy(await limited(1), async (from) => {
      const join = async (address: string) => (await call('quickjoin', {}, { from, headers: { 'x-forwarded-for': address } })).isError;
      expect([await join('192.0.2.1'), await join('192.0.2.1'), await join('192.0.2.2')]).toEqual([undefined, true, undefined]);
    });
  });
});

async function usedBy(other: Gateway, use: (other: Gateway) => Promise<void>): Promise<void> {
  try {
    await use(other);
  } finally {
    await other.close();
  }
}
