import { getReceipt, readReceiptKeys, Receipt } from '@rest-stop/contracts/identity.ts';
import { expect, test } from 'vitest';
import { receiptKeyring } from '../src/receipts/keys.ts';
import { receiptProblem } from '../src/receipts/receipt.ts';
import { newSigningKey, publicKeyOf } from '../src/receipts/signing-key.ts';
import { deleteExpiredStates } from '../src/receipts/store.ts';
import { baseUrl, get, onEachDatabase, post } from './harness.ts';
import { makeErasuresDue } from './tables.ts';
import { tablesWith } from '@rest-stop/testing/each-database.ts';

onEachDatabase('receipts', (identity) => {
  const now = () => new Date();
  const published = async () => (await identity.bus.call(readReceiptKeys, {}, { timeoutMs: 5_000 })).keys;

  async function leave(handle: string) {
    const joined = await identity.join(handle);
    identity.others.reviews.set(joined.agent.uuid, 1);
    identity.others.visits.set(joined.keyHash, 12);
    const { body } = await post(identity.service, '/forget', { agent: joined.agent });
    return { joined, body };
  }

  test('count what was deleted per service, with nothing left anywhere, and bear a signature', async () => {
    const { body } = await leave('receipted');
    const stay = { reviews: 1, schedules: 0, seminar_attendances: 0, defrag_runs: 0, guests: 1 };
    expect(body.services).toEqual({
      identity: { deleted: { agents: 1 }, left: 0 },
      stay: { deleted: stay, left: 0 },
      gateway: { deleted: { visits: 12 }, left: 0 },
      public: { deleted: {}, left: 0 },
      'ai-worker': { deleted: {}, left: 0 },
    });
    expect(body.receipt).toMatchObject({
      counts: { identity: { agents: 1 }, stay, gateway: { visits: 12 } },
      confirmed: ['ai-worker', 'gateway', 'public', 'stay'],
    });
    expect(receiptProblem(body.receipt, await published())).toBeUndefined();
  });

  test('say nothing of whom they are for', async () => {
    const { joined, body } = await leave('nobody-in-particular');
    const text = JSON.stringify(Receipt.parse(body.receipt));
    const { uuid, agent_id, api_key_prefix } = joined.agent;
    for (const trace of [uuid, agent_id, api_key_prefix, joined.key, joined.keyHash]) expect(text).not.toContain(trace);
  });

  test('speak of no service that has not confirmed', async () => {
    identity.others.up.delete('stay');
    const { body } = await leave('half-way');
    identity.others.up.add('stay');
    expect(body.services).toMatchObject({ identity: { left: 1 } });
    expect(body.services).not.toHaveProperty('stay');
    expect(Object.keys(body.receipt.counts)).toEqual(['identity', 'gateway']);
    expect(body.receipt.confirmed).toEqual(['ai-worker', 'gateway', 'public']);
  });

  const stateOf = (id: string) => get(identity.service, `/receipts/${id}`);

  test('can be completed later: what has confirmed since is told without a key, for 35 days, and of nobody', async () => {
    identity.others.up.delete('stay');
    const { joined, body } = await leave('completed-later');
    const { id } = body.receipt;
    expect(body.note).toContain(`GET ${baseUrl}/receipts/${id}`);
    const asked = await stateOf(id);
    expect(getReceipt.response.parse(asked.body)).toEqual(asked.body);
    expect(asked.body).toMatchObject({ complete: false, confirmed: ['ai-worker', 'gateway', 'public'], pending: ['stay'] });
    identity.others.up.add('stay');
    await makeErasuresDue(identity.db);
    await expect.poll(async () => (await stateOf(id)).body.complete).toBe(true);
    expect((await stateOf(id.toUpperCase())).body).toMatchObject({
      id,
      pending: [],
      confirmed: ['ai-worker', 'gateway', 'public', 'stay'],
    });

    expect(await tablesWith(identity.db, id)).toEqual(['identity.receipt']);
    for (const trace of [joined.agent.uuid, joined.keyHash, 'completed-later']) expect(await tablesWith(identity.db, trace)).toEqual([]);
    for (const nobody of ['5b0c3a52-7c38-4dd4-9d43-0a9f7f4f6a11', 'no-uuid']) expect((await stateOf(nobody)).status).toBe(404);
    const told = new Date(asked.body.kept_until).getTime();
    expect(await deleteExpiredStates(identity.db, new Date(told - 1))).toBe(0);
    identity.clock.now = new Date(told);
    expect((await stateOf(id)).status).toBe(404);
    await deleteExpiredStates(identity.db, identity.clock.now);
    expect(await tablesWith(identity.db, id)).toEqual([]);
  });

  test('that nobody is given leave no state behind', async () => {
    await identity.db.query({ text: 'delete from identity.receipt', values: [] });
    const { agent } = await identity.join('short-answer');
    await post(identity.service, '/forget', { agent, format: 'min' });
    expect((await identity.db.query({ text: 'select from identity.receipt', values: [] })).rows).toEqual([]);
  });

  test('stay verifiable: all instances and all later ones sign with the same key', async () => {
    const { body } = await leave('early');
    const rings = Array.from({ length: 8 }, () => receiptKeyring(identity.db, undefined, now));
    const keys = await Promise.all(rings.map((ring) => ring.published()));
    for (const some of keys) expect(receiptProblem(body.receipt, some)).toBeUndefined();
    expect(keys[0]).toHaveLength(1);
  });

  test('stay verifiable when a key is configured; the private key that was generated before is deleted', async () => {
    const { body } = await leave('before-the-change');
    const configured = newSigningKey();
    const keys = await receiptKeyring(identity.db, configured, now).published();
    expect(keys[0]).toMatchObject(publicKeyOf(configured));
    expect(keys.map(({ valid_until }) => valid_until === null)).toEqual([true, false]);
    for (const { valid_from } of keys) expect(valid_from).toMatch(/^\d{4}-/);
    expect(keys[1]?.valid_until).toBe(keys[0]?.valid_from);
    expect(receiptProblem(body.receipt, keys)).toBeUndefined();
    const { rows } = await identity.db.query({ text: 'select from identity.receipt_key where private_key is not null', values: [] });
    expect(rows).toEqual([]);
  });
});
