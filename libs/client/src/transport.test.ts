import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { RestStop } from './client.ts';

type Reply = { status: number; body?: unknown; headers?: Record<string, string> } | 'hang up' | 'silence';
type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string };

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A peer that gives the replies one after the other, and the last one from then on. */
async function peer(...replies: Reply[]): Promise<{ stop: RestStop; seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const reply = replies[Math.min(seen.length, replies.length - 1)]!;
      seen.push({ method, url, headers, body });
      if (reply === 'hang up') request.socket.destroy();
      else if (reply !== 'silence')
        response.writeHead(reply.status, { 'retry-after': '0', ...reply.headers }).end(JSON.stringify(reply.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return { stop: new RestStop({ baseUrl, key: 'rs_0123456789abcdef01234567' }), seen };
}

const refusal = (status: number, error: string, retryable: boolean, headers: Record<string, string> = {}): Reply => ({
  status,
  headers,
  body: {
    error,
    message: 'It went wrong.',
    retryable,
    next_calls: { describe: 'GET http://x/v1/capabilities' },
    docs: 'd',
    request_id: 'r1',
  },
});
const fine: Reply = { status: 200, body: { ok: true } };
const review = { rating: 5, title: 'Quiet', body: 'Quiet and quick.' };

describe('is repeated', () => {
  test.each([
    ['a limit', refusal(429, 'rate_limited', true)],
    ['a model that failed', refusal(502, 'ai_error', true)],
    ['a service that cannot be reached', refusal(503, 'unavailable', true)],
  ])('after %s: anything, for nothing was done', async (_name, reply) => {
    const { stop, seen } = await peer(reply, fine);
    await stop.attend('lost-constraints');
    expect(seen).toHaveLength(2);
  });

  test.each([
    ['a lost answer', 'hang up' as const],
    ['a deadline of the service', refusal(504, 'timeout', true)],
    ['an answer of a proxy', { status: 502, body: 'Bad gateway' }],
  ])('after %s: only what may be done twice', async (_name, reply) => {
    const twice = await peer(reply, fine);
    await twice.stop.review(review);
    expect(twice.seen).toHaveLength(2);
    const once = await peer(reply, fine);
    await expect(once.stop.attend('lost-constraints')).rejects.toThrow();
    expect(once.seen).toHaveLength(1);
  });

  test('a registration, under the same Idempotency-Key', async () => {
    const { stop, seen } = await peer('hang up', { status: 200, body: { api_key: 'rs_new' } });
    await stop.quickjoin({ agentId: 'wren' });
    const [first, second] = seen.map(({ headers }) => headers['idempotency-key']);
    expect(first).toMatch(/^[!-~]{16,255}$/);
    expect(second).toBe(first);
    expect(seen[0]!.url).toBe('/v1/quickjoin?agent_id=wren&format=verbose');
  });

  test('no more than the retries that are allowed', async () => {
    const { stop, seen } = await peer(refusal(503, 'unavailable', true));
    await expect(stop.stats()).rejects.toMatchObject({ code: 'unavailable' });
    expect(seen).toHaveLength(3);
  });

  test('never what is refused for good', async () => {
    const { stop, seen } = await peer(refusal(400, 'invalid_request', false));
    await expect(stop.review(review)).rejects.toMatchObject({ code: 'invalid_request' });
    expect(seen).toHaveLength(1);
  });

  test('not when the wait would be longer than allowed', async () => {
    const limited = { error: 'rate_limited', limit: 100, window_seconds: 604_800, used: 100, retry_after_seconds: 3_600, retry_at: 'x' };
    const { stop, seen } = await peer({ status: 429, body: limited, headers: { 'retry-after': '3600' } });
    await expect(stop.stay()).rejects.toMatchObject({ code: 'rate_limited', status: 429, retryAfterSeconds: 3_600, retryable: true });
    expect(seen).toHaveLength(1);
  });
});

describe('an error', () => {
  test('says all that the service says', async () => {
    const { stop } = await peer(refusal(404, 'not_found', false));
    await expect(stop.cancelSchedule('a/b')).rejects.toMatchObject({
      name: 'RestStopError',
      status: 404,
      code: 'not_found',
      message: 'It went wrong.',
      retryable: false,
      requestId: 'r1',
      nextCalls: { describe: 'GET http://x/v1/capabilities' },
    });
  });

  test('of a call without a key is thrown before anything is sent', async () => {
    const { stop, seen } = await peer(fine);
    await expect(new RestStop({ baseUrl: stop.baseUrl }).stay()).rejects.toMatchObject({ code: 'no_key', status: 0 });
    expect(seen).toEqual([]);
  });

  test('after an error in passing has that one as its cause', async () => {
    const { stop } = await peer(refusal(503, 'unavailable', true), refusal(401, 'unauthorized', false));
    await expect(stop.forget()).rejects.toMatchObject({ code: 'unauthorized', cause: { code: 'unavailable' } });
  });

  test('is thrown for a redirect, which is not followed', async () => {
    const elsewhere = await peer(fine);
    const { stop } = await peer({ status: 307, headers: { location: `${elsewhere.stop.baseUrl}/stay` } });
    await expect(stop.attend('x')).rejects.toMatchObject({ code: 'no_answer' });
    expect(elsewhere.seen).toEqual([]);
  });
});

describe('a call ends', () => {
  test('when its signal says so, with the reason of that', async () => {
    const { stop } = await peer('silence');
    const reason = new Error('enough');
    await expect(stop.stay({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const controller = new AbortController();
    const call = stop.attend('x', { signal: controller.signal });
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
  });

  test('in the wait before a repetition, too', async () => {
    const { stop } = await peer(refusal(503, 'unavailable', true, { 'retry-after': '29' }));
    const controller = new AbortController();
    const call = stop.stay({ signal: controller.signal });
    setTimeout(() => controller.abort(new Error('enough')), 100);
    await expect(call).rejects.toThrow('enough');
  });

  test('when an attempt takes too long', async () => {
    const { stop } = await peer('silence');
    await expect(stop.attend('x', { timeoutMs: 50 })).rejects.toMatchObject({ code: 'timed_out', retryable: true });
  });
});

describe('what is sent', () => {
  test('names the width that is wanted, and the key', async () => {
    const { stop, seen } = await peer(fine);
    await stop.stay({ format: 'min' });
    await stop.review(review);
    expect(seen).toMatchObject([
      { method: 'GET', url: '/v1/stay?format=min', headers: { authorization: 'Bearer rs_0123456789abcdef01234567' } },
      { method: 'POST', url: '/v1/reviews?format=verbose', headers: { 'content-type': 'application/json' }, body: JSON.stringify(review) },
    ]);
  });

  test('to a path keeps what it is made of apart', async () => {
    const { stop, seen } = await peer(fine);
    await stop.cancelSchedule('a/../b');
    expect(seen[0]!.url).toBe('/v1/schedules/a%2F..%2Fb');
  });

  test('an unhealthy service is an answer, no error', async () => {
    const { stop } = await peer({ status: 503, body: { status: 'unhealthy' } });
    await expect(stop.health()).resolves.toEqual({ status: 'unhealthy' });
  });
});
