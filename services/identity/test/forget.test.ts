import type { Agent } from '@rest-stop/contracts/agent.ts';
import { agentForgotten, forget } from '@rest-stop/contracts/identity.ts';
import { Registry } from '@rest-stop/runtime/metrics/registry.ts';
import type { Db } from '@rest-stop/runtime/postgres/sql.ts';
import { expect, test, vi } from 'vitest';
import { measureErasures } from '../src/erasure/metrics.ts';
import { onEachDatabase, ownerOf, post, startIdentity } from './harness.ts';
import { tablesWith } from '@rest-stop/testing/each-database.ts';
import { makeErasuresDue, pendingOf } from './tables.ts';

onEachDatabase('forget', (identity) => {
  const leave = (agent: Agent) => post(identity.service, '/forget', { agent });
  const traces = async (...needles: string[]) => (await Promise.all(needles.map((n) => tablesWith(identity.db, n)))).flat();
  const confirmed = (agent: string) => vi.waitFor(async () => expect(await pendingOf(identity.db, agent)).toBeUndefined(), 60_000);

  test('leaves nothing of the agent and says what was deleted', async () => {
    const { agent, key, keyHash } = await identity.join('leaver');
    identity.others.reviews.set(agent.uuid, 1);
    identity.others.visits.set(keyHash, 12);
    const { status, body } = await leave(agent);
    expect(status).toBe(200);
    expect(forget.response.parse(body)).toEqual(body);
    expect(body).toMatchObject({ ok: true, forgotten: true, agent_id: 'leaver', api_key_status: 'destroyed' });
    expect(body.cascaded).toEqual(
      'agent, reviews: 1, schedules: 0, seminar_attendances: 0, defrag_runs: 0, visits: 12, guests: 1'.split(', '),
    );
    expect(body.note).not.toContain('Not confirmed');
    expect(await ownerOf(identity.bus, key)).toBeNull();
    expect(await traces('leaver', agent.uuid, keyHash)).toEqual([]);
  });

  test('what waits is read once for both of its metrics', async () => {
    const reads: string[] = [];
    const registry = new Registry();
    const query: Db['query'] = (asked) => {
      reads.push(asked.text);
      return identity.db.query(asked);
    };
    measureErasures({ query }, registry);
    expect(await registry.metrics()).toMatch(/^rest_stop_erasures_pending 0\n[^]*^rest_stop_erasures_oldest_seconds 0\n/m);
    expect(reads).toHaveLength(1);
  });

  test('answers min with exactly its keys', async () => {
    const { agent } = await identity.join('brief');
    const { body } = await post(identity.service, '/forget', { agent, format: 'min' });
    expect(body).toEqual({ ok: true, forgotten: true, agent_id: 'brief' });
  });

  test('ends the key before the row is deleted, and once more after it', async () => {
    const { agent, key } = await identity.join();
    const alive: boolean[] = [];
    identity.others.onRevoke = async () => void alive.push((await ownerOf(identity.bus, key)) !== null);
    await leave(agent);
    identity.others.onRevoke = async () => undefined;
    expect(alive).toEqual([true, false]);
  });

  test('changes nothing while the key cannot be ended', async () => {
    const { agent, key } = await identity.join();
    identity.others.revokes = false;
    const { status, body } = await leave(agent);
    identity.others.revokes = true;
    expect(status).toBe(503);
    expect(body).toMatchObject({ error: 'unavailable', retryable: true });
    expect(await ownerOf(identity.bus, key)).toEqual(agent);
    expect(await pendingOf(identity.db, agent.uuid)).toBeUndefined();
    expect((await leave(agent)).status).toBe(200);
  });

  test('a second time is refused like any dead key', async () => {
    const { agent } = await identity.join();
    expect((await leave(agent)).status).toBe(200);
    expect((await leave(agent)).status).toBe(401);
  });

  test('of two at once one is answered, the other too or refused', async () => {
    for (let round = 0; round < 10; round++) {
      const { agent } = await identity.join();
      const statuses = (await Promise.all([leave(agent), leave(agent)])).map(({ status }) => status);
      expect(statuses).toContain(200);
      for (const status of statuses) expect([200, 401]).toContain(status);
      expect(await traces(agent.uuid, agent.agent_id)).toEqual([]);
    }
  });

  test('a service that is down stays on record, and the relay finishes when it is back', async () => {
    const { agent, key, keyHash } = await identity.join('waited-for');
    identity.others.reviews.set(agent.uuid, 1);
    identity.others.up.delete('stay');
    const { status, body } = await leave(agent);
    expect(status).toBe(200);
    expect(body.note).toContain('Not confirmed yet by: stay.');
    expect(body.cascaded).toEqual(['agent', 'visits: 0']);
    expect(await pendingOf(identity.db, agent.uuid)).toEqual(['stay']);
    expect(await ownerOf(identity.bus, key)).toBeNull();

    identity.others.up.add('stay');
    await makeErasuresDue(identity.db);
    await confirmed(agent.uuid);
    expect(identity.others.reviews.has(agent.uuid)).toBe(false);
    expect(await traces('waited-for', agent.uuid, keyHash)).toEqual([]);
  });

  test('a service with rows left is asked again', async () => {
    const { agent } = await identity.join();
    identity.others.stuck = 1;
    const { body } = await leave(agent);
    expect(body.note).toContain('Not confirmed yet by: stay.');
    identity.others.stuck = 0;
    await makeErasuresDue(identity.db);
    await confirmed(agent.uuid);
  });

  test('an unconfirmed revocation is not called done, and is finished all the same', async () => {
    const { agent } = await identity.join();
    identity.others.up.delete('gateway');
    identity.others.onRevoke = async () => {
      identity.others.onRevoke = async () => void (identity.others.revokes = false);
    };
    const { status, body } = await leave(agent);
    expect(status).toBe(503);
    expect(body.message).toContain('401');
    expect(await pendingOf(identity.db, agent.uuid)).toEqual(['gateway']);

    identity.others.onRevoke = async () => undefined;
    identity.others.revokes = true;
    identity.others.up.add('gateway');
    await makeErasuresDue(identity.db);
    await confirmed(agent.uuid);
    expect((await leave(agent)).status).toBe(401);
  });

  test('a freed handle can be claimed, and an old event told again leaves its new owner alone', async () => {
    const first = await identity.join('phoenix');
    await leave(first.agent);
    const second = await identity.join('phoenix');
    identity.others.reviews.set(second.agent.uuid, 1);
    expect(second.agent.uuid).not.toBe(first.agent.uuid);
    const old = { agent: first.agent.uuid, key_hash: first.keyHash };
    const confirmations = [];
    for await (const confirmation of identity.bus.broadcast(agentForgotten, old, { timeoutMs: 1_000 })) confirmations.push(confirmation);
    expect(confirmations).toHaveLength(4);
    expect((await leave(first.agent)).status).toBe(401);
    expect(identity.others.reviews.get(second.agent.uuid)).toBe(1);
    expect(await ownerOf(identity.bus, second.key)).toEqual(second.agent);
  });

  test('many erasures and two relays: each is told once and all are finished', async () => {
    identity.others.up.clear();
    const joined = await Promise.all(Array.from({ length: 60 }, () => identity.join()));
    for (const { agent } of joined) expect((await leave(agent)).status).toBe(200);
    identity.others.received.clear();
    identity.others.up = new Set(['gateway', 'stay', 'public', 'ai-worker']);
    const second = startIdentityRelay();
    await makeErasuresDue(identity.db);
    for (const { agent } of joined) await confirmed(agent.uuid);
    await second.close();
    for (const { agent } of joined) expect(identity.others.received.get(agent.uuid)).toBe(1);
  });

  /** Another instance on the same database and bus, without fake services of its own. */
  function startIdentityRelay() {
    const { service } = startIdentity(identity.db, { ...identity.bus, subscribe: () => ({ close: async () => undefined }) });
    return service;
  }
});
