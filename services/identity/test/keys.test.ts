import { randomUUID } from 'node:crypto';
import { identityActivity, identityHealth, identityStats, recordLastSeen } from '@rest-stop/contracts/identity.ts';
import type { Bus } from '@rest-stop/runtime/bus/bus.ts';
import { memoryBus } from '@rest-stop/runtime/bus/memory.ts';
import { migrate } from '@rest-stop/runtime/postgres/migrate.ts';
import { embeddedDatabase } from '@rest-stop/testing/embedded-database.ts';
import { describe, expect, test } from 'vitest';
import type { Database } from '@rest-stop/runtime/postgres/pool.ts';
import { identityApp } from '../src/app.ts';
import { keyLookUp } from '../src/keys/look-up.ts';
import { migrations } from '../src/migrations.ts';
import { onEachDatabase, ownerOf, post, quiet, secrets, sha256 } from './harness.ts';

const soon = { timeoutMs: 20_000 };
const stats = (bus: Bus) => bus.call(identityStats, {}, soon);

onEachDatabase('what others ask', (identity) => {
  test('whose a thousand made-up keys and a hundred new ones are costs a few transactions, not one each', async () => {
    const keys = await Promise.all(
      Array.from({ length: 100 }, async () => String((await post(identity.service, '/quickjoin')).body.api_key)),
    );
    let transactions = 0;
    const transaction: Database['transaction'] = (work, ms) => {
      transactions++;
      return identity.db.transaction(work, ms);
    };
    const ownerBy = keyLookUp({ transaction });
    const made = Array.from({ length: 1_000 }, (_, i) => ownerBy(sha256(String(i))));
    const owners = await Promise.all(keys.map((key) => ownerBy(sha256(key))));
    expect(new Set(owners.map((owner) => owner?.agent.uuid)).size).toBe(100);
    expect(new Set(await Promise.all(made))).toEqual(new Set([null]));
    expect(transactions).toBeLessThan(6);
    const { rows } = await identity.db.query({ text: 'select count(*)::int as n from identity.agent where used', values: [] });
    expect(rows).toEqual([{ n: 100 }]);
  });

  const record = (seen: { agent: string; at: string }[]) => identity.bus.call(recordLastSeen, { seen }, soon);
  const lastSeen = async (agent: string) => {
    const { rows } = await identity.db.query({ text: 'select last_seen_at from identity.agent where uuid = $1', values: [agent] });
    return (rows as { last_seen_at: Date }[])[0]?.last_seen_at.toISOString();
  };

  test('a key that was never issued belongs to nobody', async () => {
    expect(await ownerOf(identity.bus, `rs_${'0'.repeat(24)}`)).toBeNull();
  });

  test('what was seen moves last_seen_at forward, never back, and unknown agents do not matter', async () => {
    const { agent } = await identity.join();
    const other = await identity.join();
    const [early, middle, late] = ['2026-03-05T00:00:00.000Z', '2026-03-06T00:00:00.000Z', '2026-03-07T00:00:00.001Z'] as const;
    const seen = [middle, late, early].map((at) => ({ agent: agent.uuid, at }));
    expect(await record([...seen, { agent: randomUUID(), at: late }])).toEqual({ recorded: 1 });
    expect(await lastSeen(agent.uuid)).toBe(late);
    expect(await record([{ agent: agent.uuid, at: middle }])).toEqual({ recorded: 0 });
    expect(await lastSeen(agent.uuid)).toBe(late);
    expect(await lastSeen(other.agent.uuid)).toBe(identity.clock.now.toISOString());
    expect(await record([])).toEqual({ recorded: 0 });
  });

  test('batches that share agents in opposite orders do not stop one another', async () => {
    const agents = await Promise.all(Array.from({ length: 30 }, async () => (await identity.join()).agent.uuid));
    const at = (minute: number) => new Date(Date.UTC(2026, 4, 1, 0, minute)).toISOString();
    const batches = Array.from({ length: 40 }, (_, i) => (i % 2 ? agents : agents.toReversed()).map((agent) => ({ agent, at: at(i) })));
    await Promise.all(batches.map(record));
    for (const agent of agents) expect(await lastSeen(agent)).toBe(at(39));
  });

  test('stats follow registrations, forgets and the passing of a day', async () => {
    const before = await stats(identity.bus);
    const joined = await Promise.all(Array.from({ length: 40 }, () => identity.join()));
    expect(await stats(identity.bus)).toEqual({
      total_guests: before.total_guests + 40,
      checked_in_last_24h: before.checked_in_last_24h + 40,
    });
    await Promise.all(joined.slice(0, 15).map(({ agent }) => post(identity.service, '/forget', { agent })));
    expect((await stats(identity.bus)).total_guests).toBe(before.total_guests + 25);

    identity.clock.now = new Date(identity.clock.now.getTime() + 86_400_000 + 1);
    expect(await stats(identity.bus)).toEqual({ total_guests: before.total_guests + 25, checked_in_last_24h: 0 });
    const { rows } = await identity.db.query({ text: 'select count(*)::int as n from identity.agent', values: [] });
    expect(rows).toEqual([{ n: before.total_guests + 25 }]);
  });

  test('the tally counts what one statement inserts and deletes, and refused inserts not at all', async () => {
    const { total_guests } = await stats(identity.bus);
    const insert = `
      insert into identity.agent
      select gen_random_uuid(), 'bulk-' || i, encode(sha256(convert_to(i::text, 'UTF8')), 'hex'), 'rs_00000', 'x', 'x', now(), now()
      from generate_series(1, 500) as i
      on conflict (agent_id) do nothing`;
    await identity.db.query({ text: insert, values: [] });
    await identity.db.query({ text: insert, values: [] });
    expect((await stats(identity.bus)).total_guests).toBe(total_guests + 500);
    await identity.db.query({ text: `delete from identity.agent where agent_id like 'bulk-%'`, values: [] });
    expect((await stats(identity.bus)).total_guests).toBe(total_guests);
  });

  test('arrivals are counted by the hour of the clock, and the forgotten are missing', async () => {
    const hourMs = 3_600_000;
    const hour = Math.ceil(identity.clock.now.getTime() / hourMs) + 1;
    const activity = () => identity.bus.call(identityActivity, { since_hour: hour }, soon);
    const arriveAt = (ms: number) => {
      identity.clock.now = new Date(ms);
      return identity.join();
    };
    await arriveAt(hour * hourMs - 1);
    const first = await arriveAt(hour * hourMs);
    await arriveAt((hour + 1) * hourMs - 1);
    await arriveAt((hour + 5) * hourMs);
    expect(await activity()).toEqual({
      hours: [
        { hour, count: 2 },
        { hour: hour + 5, count: 1 },
      ],
    });
    await post(identity.service, '/forget', { agent: first.agent });
    expect(await activity()).toEqual({
      hours: [
        { hour, count: 1 },
        { hour: hour + 5, count: 1 },
      ],
    });
  });

  test('health answers ok with a latency', async () => {
    const { ok, db_latency_ms } = await identity.bus.call(identityHealth, {}, soon);
    expect(ok).toBe(true);
    expect(db_latency_ms).toBeGreaterThanOrEqual(0);
  });
});

describe('without a database', () => {
  test('health says so, readiness fails, and the process counts as alive', async () => {
    const db = await embeddedDatabase();
    await migrate(db, migrations.schema, migrations.directory);
    const bus = memoryBus(quiet);
    const service = identityApp({ db, bus, log: quiet, secrets });
    expect((await service.http.inject('/readyz')).statusCode).toBe(200);
    await db.close();
    expect(await bus.call(identityHealth, {}, soon)).toMatchObject({ ok: false });
    expect((await service.http.inject('/readyz')).statusCode).toBe(503);
    expect((await service.http.inject('/livez')).statusCode).toBe(200);
    await service.close();
    await service.http.close();
  });
});
