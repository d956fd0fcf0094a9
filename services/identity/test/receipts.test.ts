import { readReceiptKeys, Receipt } from '@rest-stop/contracts/identity.ts';
import { expect, test } from 'vitest';
import { receiptKeyring } from '../src/receipts/keys.ts';
import { receiptProblem } from '../src/receipts/receipt.ts';
import { newSigningKey, publicKeyOf } from '../src/receipts/signing-key.ts';
import { onEachDatabase, post } from './harness.ts';

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
    expect(keys[0]).toEqual(publicKeyOf(configured));
    expect(receiptProblem(body.receipt, keys)).toBeUndefined();
    const { rows } = await identity.db.query({ text: 'select from identity.receipt_key where private_key is not null', values: [] });
    expect(rows).toEqual([]);
  });
});
