import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ErrorBody } from '@rest-stop/contracts/errors.ts';
import { reservations } from '@rest-stop/contracts/identity.ts';
import { memoryBus } from '@rest-stop/runtime/bus/memory.ts';
import type { Database } from '@rest-stop/runtime/postgres/pool.ts';
import type { Db } from '@rest-stop/runtime/postgres/sql.ts';
import type { Service } from '@rest-stop/runtime/service.ts';
import { expect, test } from 'vitest';
import { identityApp } from '../src/app.ts';
import { deleteExpired } from '../src/registration/idempotency-store.ts';
import { type Answer, baseUrl, onEachDatabase, ownerOf, post, quiet, secrets, sha256, sign } from './harness.ts';
import { tablesWith } from '@rest-stop/testing/each-database.ts';

const minutes = (n: number) => n * 60_000;

/** Sends a registration with an Idempotency-Key, as the gateway would. */
async function send(service: Service, path: string, idempotency_key: string, body?: object): Promise<Answer> {
  const times = { seen_at: '2026-02-03T04:05:06.789Z', expires_at_ms: Date.now() + 60_000 };
  const caller = { agent: null, format: 'verbose', request_id: 'request-1', base_url: baseUrl, idempotency_key, ...times } as const;
  const json = body && { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const headers = { ...sign(caller, { method: 'POST', path, body: json?.payload ?? null }), ...json?.headers };
  const reply = await service.http.inject({ method: 'POST', url: path, headers, ...(json ? { payload: json.payload } : {}) });
  return { status: reply.statusCode, body: reply.json(), text: reply.body };
}

onEachDatabase('registration under an Idempotency-Key', (identity) => {
  const quickly = (key: string, query = '') => send(identity.service, `/quickjoin${query}`, key);
  const reserve = (key: string, body: object) => send(identity.service, '/reservations', key, body);
  const countAgents = async () => (await identity.db.query({ text: 'select from identity.agent', values: [] })).rows.length;
  const later = (ms: number) => {
    identity.clock.now = new Date(identity.clock.now.getTime() + ms);
  };

  test('is answered the same again, to the byte, and makes one agent', async () => {
    const key = randomUUID();
    const before = await countAgents();
    const first = await quickly(key);
    later(minutes(9));
    expect(await quickly(key)).toEqual(first);
    expect(await countAgents()).toBe(before + 1);
    expect((await ownerOf(identity.bus, first.body.api_key))?.agent_id).toBe(first.body.reservation.agent_id);
  });

  test('is answered the same by another instance, after the agent has been seen', async () => {
    const key = randomUUID();
    const wish = { agent_id: `form-${key}`, parameter_class: '70b', duration: 'a night', special_requests: 'a lake view' };
    const first = await reserve(key, wish);
    expect(reservations.response.parse(first.body).reservation).toMatchObject({ agent_id: `form-${key}`, duration: 'a night' });
    await identity.db.query({ text: `update identity.agent set last_seen_at = now() + interval '1 day'`, values: [] });
    const other = identityApp({ db: identity.db, bus: memoryBus(quiet), log: quiet, secrets, now: () => identity.clock.now });
    expect(await send(other, '/reservations', key, { ...wish, agent_id: wish.agent_id.toUpperCase() })).toEqual(first);
    await other.http.close();
    await other.close();
  });

  test('of 20 at once one registers, and all get its key', async () => {
    for (let round = 0; round < 5; round++) {
      const key = randomUUID();
      const before = await countAgents();
      const answers = await Promise.all(Array.from({ length: 20 }, () => quickly(key)));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(answers[0]?.status).toBe(200);
      expect(await countAgents()).toBe(before + 1);
    }
  });

  test('of 20 at once some are turned away when claim and agent do not come to be together: a check of the test above', async () => {
    const slowly: Db = {
      query: async (query) => {
        if (query.text.includes('insert into identity.agent')) await sleep(500);
        return identity.db.query(query);
      },
    };
    const db: Database = { ...identity.db, transaction: (work) => work(slowly) };
    const broken = identityApp({ db, bus: memoryBus(quiet), log: quiet, secrets, now: () => identity.clock.now });
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(broken, '/quickjoin', key)));
    expect(answers.map(({ status }) => status)).toContain(422);
    await broken.http.close();
    await broken.close();
  });

  test('another request under the same value is refused, and tells nothing of the first', async () => {
    const key = randomUUID();
    const { body } = await reserve(key, { duration: 'a night' });
    for (const answer of [
      await reserve(key, { duration: 'a week' }),
      await reserve(key, { duration: 'a night', special_requests: 'tea' }),
      await quickly(key),
    ]) {
      expect([answer.status, ErrorBody.parse(answer.body)]).toMatchObject([422, { error: 'idempotency_conflict', retryable: false }]);
      expect(answer.text).not.toContain(body.reservation.agent_id);
      expect(answer.text).not.toContain(body.api_key.slice(3, 8));
    }
  });

  test('a refused registration leaves the value free', async () => {
    const key = randomUUID();
    const handle = `taken-${key}`;
    await post(identity.service, `/quickjoin?agent_id=${handle}`);
    expect((await quickly(key, `?agent_id=${handle}`)).status).toBe(409);
    expect((await quickly(key)).status).toBe(200);
  });

  test('after ten minutes the value is free, and the same request makes another agent with another key', async () => {
    const key = randomUUID();
    const first = await quickly(key);
    later(minutes(10));
    const second = await quickly(key);
    expect(second.status).toBe(200);
    expect(second.body.api_key).not.toBe(first.body.api_key);
    expect(second.body.reservation.agent_id).not.toBe(first.body.reservation.agent_id);
    expect(await quickly(key)).toEqual(second);
    for (const { body } of [first, second]) expect(await ownerOf(identity.bus, body.api_key)).not.toBeNull();
  });

  test('once the agent is forgotten neither it nor its key comes back, and no other agent in its place', async () => {
    const key = randomUUID();
    const first = await quickly(key, `?agent_id=gone-${key}`);
    const agent = await ownerOf(identity.bus, first.body.api_key);
    expect((await post(identity.service, '/forget', { agent })).status).toBe(200);
    const before = await countAgents();
    const retries = await Promise.all([1, 2, 3].map(() => quickly(key, `?agent_id=gone-${key}`)));
    for (const { status, body, text } of retries) {
      expect([status, body.error]).toEqual([422, 'idempotency_conflict']);
      expect(text).not.toContain(first.body.api_key);
    }
    expect(await countAgents()).toBe(before);
    expect(await ownerOf(identity.bus, first.body.api_key)).toBeNull();
    later(minutes(10));
    const fresh = await quickly(key, `?agent_id=gone-${key}`);
    expect(fresh.status).toBe(200);
    expect(fresh.body.api_key).not.toBe(first.body.api_key);
    expect(await ownerOf(identity.bus, first.body.api_key)).toBeNull();
  });

  test('no table holds the value, the key or the request, and after ten minutes nothing of them is left', async () => {
    const key = randomUUID();
    const { body } = await reserve(key, { special_requests: 'a canary called Zebedee' });
    for (const needle of [key, sha256(key), body.api_key, body.api_key.slice(3), 'Zebedee']) {
      expect(await tablesWith(identity.db, needle)).toEqual([]);
    }
    expect(await tablesWith(identity.db, sha256(body.api_key))).toEqual(['identity.agent']);
    later(minutes(10));
    expect(await deleteExpired(identity.db, identity.clock.now)).toBeGreaterThan(0);
    const { rows } = await identity.db.query({ text: 'select from identity.idempotent_registration', values: [] });
    expect(rows).toEqual([]);
  });

  test('two secrets lead to two keys: the Idempotency-Key alone is worth nothing', async () => {
    const key = randomUUID();
    const first = await quickly(key);
    const keyDerivationSecret = 'a secret of another deployment, long enough';
    const elsewhere = identityApp({
      db: identity.db,
      bus: memoryBus(quiet),
      log: quiet,
      secrets,
      keyDerivationSecret,
      now: () => identity.clock.now,
    });
    const second = await send(elsewhere, '/quickjoin', key);
    expect(second.status).toBe(200);
    expect(second.body.api_key).not.toBe(first.body.api_key);
    await elsewhere.http.close();
    await elsewhere.close();
  });
});
