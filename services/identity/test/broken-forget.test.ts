import type { Agent } from '@rest-stop/contracts/agent.ts';
import { ApiError } from '@rest-stop/contracts/errors.ts';
import { erasureConfirmers } from '@rest-stop/contracts/identity.ts';
import type { Bus } from '@rest-stop/runtime/bus/bus.ts';
import type { Database } from '@rest-stop/runtime/postgres/pool.ts';
import { expect, test, vi } from 'vitest';
import { identityApp } from '../src/app.ts';
import { onEachDatabase, ownerOf, post, quiet, secrets } from './harness.ts';
import { makeErasuresDue, pendingOf } from './tables.ts';

const away = () => new ApiError('unavailable', 'The database is away.');

onEachDatabase('a forget that breaks off', (identity) => {
  /** Forgets the agent through a second instance in which a part fails. The relay of the first instance has to complete the erasure. */
  async function leaveThrough(broken: { bus?: Partial<Bus>; db?: Partial<Database> }, agent: Agent) {
    const serve: Bus['serve'] = () => ({ inFlight: 0, close: async () => undefined });
    const service = identityApp({
      db: { ...identity.db, ...broken.db },
      bus: { ...identity.bus, serve, ...broken.bus },
      log: quiet,
      secrets,
      relayEveryMs: 3_600_000,
    });
    try {
      return await post(service, '/forget', { agent });
    } finally {
      await service.close();
      await service.http.close();
    }
  }

  async function expectFinishedByRelay(agent: string) {
    await makeErasuresDue(identity.db);
    await vi.waitFor(async () => expect(await pendingOf(identity.db, agent)).toBeUndefined(), 60_000);
  }

  test('before the delete leaves the agent whole', async () => {
    const { agent, key } = await identity.join();
    const transaction: Database['transaction'] = (work) =>
      identity.db.transaction((tx) =>
        work({ query: (q) => (q.text.includes('delete from identity.agent') ? Promise.reject(away()) : tx.query(q)) }),
      );
    expect((await leaveThrough({ db: { transaction } }, agent)).status).toBe(503);
    expect(await ownerOf(identity.bus, key)).toEqual(agent);
    expect(await pendingOf(identity.db, agent.uuid)).toBeUndefined();
  });

  test('between the delete and the announcement is finished by the relay', async () => {
    const { agent, key } = await identity.join();
    identity.others.reviews.set(agent.uuid, 1);
    const broadcast: Bus['broadcast'] = () => {
      throw new Error('the connection broke');
    };
    const { status, body } = await leaveThrough({ bus: { broadcast } }, agent);
    expect(status).toBe(200);
    expect(body.note).toContain('Not confirmed yet by: gateway, stay, public, ai-worker.');
    expect(await pendingOf(identity.db, agent.uuid)).toEqual([...erasureConfirmers].sort());
    expect(await ownerOf(identity.bus, key)).toBeNull();
    await expectFinishedByRelay(agent.uuid);
    expect(identity.others.reviews.has(agent.uuid)).toBe(false);
  });

  test('between the confirmations and their record is finished by the relay', async () => {
    const { agent } = await identity.join();
    const transaction: Database['transaction'] = (work) =>
      identity.db.transaction((tx) =>
        work({ query: (q) => (q.text.includes('update identity.erasure') ? Promise.reject(away()) : tx.query(q)) }),
      );
    const { status, body } = await leaveThrough({ db: { transaction } }, agent);
    expect(status).toBe(200);
    expect(body.note).not.toContain('Not confirmed');
    expect(await pendingOf(identity.db, agent.uuid)).toEqual([...erasureConfirmers].sort());
    await expectFinishedByRelay(agent.uuid);
  });
});
