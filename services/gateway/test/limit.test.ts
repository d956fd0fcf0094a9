import { RateLimitedBody } from '@rest-stop/contracts/errors.ts';
import { agentForgotten, recordLastSeen } from '@rest-stop/contracts/identity.ts';
import { revokeKey } from '@rest-stop/contracts/gateway.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { bearer, type Gateway, startGateway } from './harness.ts';

let gateway: Gateway;
afterEach(() => gateway?.close());

const ask = (path: string, key: string, init: { method?: string; body?: string; headers?: Record<string, string> } = {}) =>
  fetch(`${gateway.url}/v1${path}`, { ...init, headers: { ...bearer(key), ...init.headers } });

describe('at the limit', () => {
  test('the answer has exactly the six fields, and Retry-After says the same', async () => {
    gateway = await startGateway({ limits: { requests: 2, windowSeconds: 60 } });
    const { key } = gateway.keys.issue();
    await ask('/stay', key);
    const last = await ask('/stay', key);
    expect(last.headers.get('ratelimit')).toMatch(/^"visits";r=0;t=(60|59)$/);
    expect(last.headers.get('ratelimit-policy')).toBe('"visits";q=2;w=60');

    const refused = await ask('/stay', key);
    const body = RateLimitedBody.parse(await refused.json());
    expect(refused.status).toBe(429);
    expect(body).toMatchObject({ error: 'rate_limited', limit: 2, window_seconds: 60, used: 2 });
    expect(Object.keys(body)).toHaveLength(6);
    expect(refused.headers.get('retry-after')).toBe(String(body.retry_after_seconds));
    expect(refused.headers.get('cache-control')).toBe('no-store');
    const problem = await ask('/stay', key, { headers: { accept: 'application/problem+json' } });
    expect(problem.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(await problem.json()).toMatchObject({ status: 429, title: 'rate limited', error: 'rate_limited', limit: 2, used: 2 });
    expect(gateway.upstream.seen).toHaveLength(2);
  });

  test('a retry after exactly the promised seconds passes', async () => {
    gateway = await startGateway({ limits: { requests: 2, windowSeconds: 2 } });
    const { key } = gateway.keys.issue();
    for (let i = 0; i < 2; i++) expect((await ask('/stay', key)).status).toBe(200);
    const refused = await ask('/stay', key);
    const seconds = Number(refused.headers.get('retry-after'));
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    expect((await ask('/stay', key)).status).toBe(200);
  });

  test('forget is refused like the rest, unless the operator exempts it', async () => {
    gateway = await startGateway({ limits: { requests: 1 } });
    const strict = gateway.keys.issue();
    await ask('/stay', strict.key);
    expect((await ask('/forget', strict.key, { method: 'POST' })).status).toBe(429);
    await gateway.close();

    gateway = await startGateway({ limits: { requests: 1, exemptForget: true } });
    const { key } = gateway.keys.issue();
    await ask('/stay', key);
    expect((await ask('/checkout', key, { method: 'POST' })).status).toBe(429);
    expect((await ask('/forget', key, { method: 'POST' })).status).toBe(200);
  });

  test('open endpoints go on, with and without the key', async () => {
    gateway = await startGateway({ limits: { requests: 1 } });
    const { key } = gateway.keys.issue();
    for (let i = 0; i < 3; i++) expect((await ask('/stats', key)).status).toBe(200);
    expect((await ask('/stay', key)).status).toBe(200);
    expect((await ask('/stats', key)).headers.has('ratelimit')).toBe(false);
  });
});

test('every admitted request counts, whatever becomes of it; no other does', async () => {
  gateway = await startGateway({ limits: { requests: 100 } });
  const { key } = gateway.keys.issue();
  const used = async () => 100 - Number(/r=(\d+)/.exec((await ask('/stay', key)).headers.get('ratelimit') ?? '')?.[1]);
  expect(await used()).toBe(1);
  for (const format of ['format=tiny', 'format=', 'format=min&format=min', 'format=MIN']) {
    const response = await ask(`/stay?${format}`, key);
    expect([response.status, ((await response.json()) as { issues: unknown[] }).issues]).toMatchObject([400, [{ path: 'format' }]]);
  }
  expect(await used()).toBe(6);
  expect((await ask('/defrag', key, { method: 'POST', body: 'x' })).status).toBe(415);
  expect((await ask('/nowhere', key)).status).toBe(404);
  expect((await ask('/stay', key, { method: 'PUT' })).status).toBe(405);
  expect(await used()).toBe(10);
  expect((await ask('/stats?format=tiny', key)).status).toBe(400);
  expect((await ask('/stay', key, { headers: { authorization: `bearer  ${key}` } })).status).toBe(401);
  expect((await ask('/stay', key, { headers: { authorization: `bEARER ${key}` } })).status).toBe(200);
  expect((await ask('/stay', key, { method: 'HEAD' })).status).toBe(200);
  expect((await ask('/stay', key, { method: 'OPTIONS' })).status).toBe(204);
  expect(await used()).toBe(13);
});

describe('a key that is forgotten', () => {
  test('is answered 503 while it is being ended, and 401 ever after', async () => {
    gateway = await startGateway();
    const { key, keyHash, agent } = gateway.keys.issue();
    expect((await ask('/stay', key)).status).toBe(200);
    expect(await gateway.bus.call(revokeKey, { key_hash: keyHash }, { timeoutMs: 1_000 })).toEqual({ revoked: true });
    expect((await ask('/stay', key)).status).toBe(503);
    gateway.keys.forget(keyHash);
    expect((await ask('/stay', key)).status).toBe(401);

    const confirmations = [];
    for await (const c of gateway.bus.broadcast(agentForgotten, { agent: agent.uuid, key_hash: keyHash }, { timeoutMs: 2_000 }))
      confirmations.push(c);
    expect(confirmations).toEqual([{ service: 'gateway', deleted: { visits: 1 }, left: 0 }]);
    expect((await ask('/stay', key)).status).toBe(401);
  });

  test('never comes alive by an answer that was under way: 100 requests around the revocation', async () => {
    gateway = await startGateway();
    const { key, keyHash } = gateway.keys.issue();
    const around = Array.from({ length: 50 }, () => ask('/stay', key));
    await gateway.bus.call(revokeKey, { key_hash: keyHash }, { timeoutMs: 1_000 });
    gateway.keys.forget(keyHash);
    await gateway.bus.call(revokeKey, { key_hash: keyHash }, { timeoutMs: 1_000 });
    const after = await Promise.all(Array.from({ length: 50 }, () => ask('/stay', key)));
    expect(new Set(after.map(({ status }) => status))).toEqual(new Set([401]));
    for (const { status } of await Promise.all(around)) expect([200, 401, 503]).toContain(status);
  });
});

test('when agents were last seen is sent to identity when the gateway stops', async () => {
  gateway = await startGateway();
  const { key, agent } = gateway.keys.issue();
  const sent: { agent: string; at: string }[] = [];
  gateway.bus.serve(recordLastSeen, { queue: 'identity' }, async ({ seen }) => {
    sent.push(...seen);
    return { recorded: seen.length };
  });
  await ask('/stay', key);
  await ask('/stay', key);
  await gateway.close();
  expect(sent.map(({ agent: uuid }) => uuid)).toEqual([agent.uuid]);
  gateway = await startGateway();
});
