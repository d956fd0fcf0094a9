import { onEachDatabaseOf } from '@rest-stop/testing/each-database.ts';
import { recordLastSeen } from '@rest-stop/contracts/identity.ts';
import { expect, test } from 'vitest';
import { migrations } from '../src/migrations.ts';
import { roomForAgents } from '../src/registration/room.ts';
import { eraseInactive, eraseUnused } from '../src/unused/store.ts';
import { type JoinedAgent, ownerOf, post, startIdentity } from './harness.ts';
import { pendingOf } from './tables.ts';

const dayMs = 86_400_000;
const often = { unused: { everyMs: 20 } };

onEachDatabaseOf(migrations, (db) => startIdentity(db, undefined, often))('agents that never use their key', (identity) => {
  const passDays = (days: number) => void (identity.clock.now = new Date(identity.clock.now.getTime() + days * dayMs));
  const agents = async (handle: string) => {
    const { rows } = await identity.db.query({ text: 'select uuid from identity.agent where agent_id = $1', values: [handle] });
    return (rows as { uuid: string }[]).map(({ uuid }) => uuid);
  };
  const quickly = async (handle: string) => (await post(identity.service, `/quickjoin?agent_id=${handle}`)).body.api_key as string;

  test('end after 30 days by the way of a forget, and no others do', async () => {
    const never = await quickly('never-came');
    const [uuid = ''] = await agents('never-came');
    await identity.join('asked-once');
    passDays(2);
    await quickly('came-later');
    passDays(28);
    await expect.poll(() => agents('never-came')).toHaveLength(1);
    identity.clock.now = new Date(identity.clock.now.getTime() + 1);
    await expect.poll(() => agents('never-came')).toEqual([]);
    expect(await ownerOf(identity.bus, never)).toBeNull();
    await expect.poll(() => identity.others.received.get(uuid)).toBe(1);
    await expect.poll(() => pendingOf(identity.db, uuid)).toBeUndefined();
    expect(await agents('asked-once')).toHaveLength(1);
    expect(await agents('came-later')).toHaveLength(1);
    expect((await post(identity.service, '/quickjoin?agent_id=never-came')).status).toBe(200);
  });

  test('count as used by what the gateway has seen, too, whoever wrote it down', async () => {
    await quickly('seen-only');
    const [uuid = ''] = await agents('seen-only');
    const seen = `update identity.agent set last_seen_at = last_seen_at + interval '1 second' where uuid = $1`;
    await identity.db.query({ text: seen, values: [uuid] });
    passDays(60);
    const witness = await quickly('witness');
    passDays(60);
    await expect.poll(() => agents('witness')).toEqual([]);
    expect(await ownerOf(identity.bus, witness)).toBeNull();
    expect(await agents('seen-only')).toEqual([uuid]);
  });
});

onEachDatabaseOf(migrations, (db) => startIdentity(db, undefined, { unused: { days: 0, inactiveDays: 400, everyMs: 20 } }))(
  'agents that used their key',
  (identity) => {
    const passDays = (days: number) => void (identity.clock.now = new Date(identity.clock.now.getTime() + days * dayMs));
    const exists = async (uuid: string) => {
      const { rows } = await identity.db.query({ text: 'select uuid from identity.agent where uuid = $1', values: [uuid] });
      return rows.length > 0;
    };
    const seenNow = ({ agent }: JoinedAgent) =>
      identity.bus.call(recordLastSeen, { seen: [{ agent: agent.uuid, at: identity.clock.now.toISOString() }] }, { timeoutMs: 5_000 });

    test('end so many days after the last use, by the way of a forget with the key that they have now, and no others do', async () => {
      const gone = await identity.join('gone');
      const rotated = await identity.join('rotated');
      await seenNow(gone);
      await seenNow(rotated);
      const { body } = await post(identity.service, '/key/rotate', { agent: rotated.agent, keyHash: rotated.keyHash });
      passDays(200);
      const back = await identity.join('back');
      await seenNow(back);
      passDays(200);
      await expect.poll(() => exists(gone.agent.uuid)).toBe(true);
      identity.clock.now = new Date(identity.clock.now.getTime() + 1);
      await expect.poll(() => exists(gone.agent.uuid)).toBe(false);
      await expect.poll(() => exists(rotated.agent.uuid)).toBe(false);
      for (const key of [gone.key, rotated.key, body.api_key as string]) expect(await ownerOf(identity.bus, key)).toBeNull();
      for (const { agent } of [gone, rotated]) {
        await expect.poll(() => identity.others.received.get(agent.uuid)).toBe(1);
        await expect.poll(() => pendingOf(identity.db, agent.uuid)).toBeUndefined();
      }
      expect(await exists(back.agent.uuid)).toBe(true);
    });

    test('are looked at page by page, however many there are', async () => {
      for (let n = 0; n < 5; n++) await seenNow(await identity.join());
      const later = new Date(identity.clock.now.getTime() + dayMs);
      let [after, read, erased] = ['00000000-0000-0000-0000-000000000000', 0, 0];
      for (let last: string | null = after; last !== null; ) {
        const page = await identity.db.transaction((tx) => eraseInactive(tx, later, 500, after, 2));
        ({ last } = page);
        after = last ?? after;
        read += page.read;
        erased += page.erased;
      }
      expect(erased).toBe(read);
      expect(erased).toBeGreaterThanOrEqual(6);
    });
  },
);

onEachDatabaseOf(migrations, (db) =>
  startIdentity(db, undefined, { unused: { days: 0, everyMs: 20 }, relayEveryMs: 3_600_000, maxAgents: 4 }),
)('a deployment', (identity) => {
  const quickly = (body?: unknown) => post(identity.service, '/quickjoin', { body });
  const registered = async () => {
    const { rows } = await identity.db.query({ text: 'select count(*)::int as n from identity.agent', values: [] });
    return (rows as { n: number }[])[0]?.n;
  };

  test('has no more agents than it may have: 503 with Retry-After, and room again after a forget', async () => {
    const { agent } = await identity.join();
    const answers = await Promise.all(Array.from({ length: 8 }, () => quickly()));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(5);
    for (const { status, body } of refused) expect([status, body.error, body.retryable]).toEqual([503, 'unavailable', true]);
    expect(refused[0]?.retryAfter).toBe('600');
    expect(await registered()).toBe(4);
    await post(identity.service, '/forget', { agent });
    await expect.poll(async () => (await quickly()).status).toBe(200);
    expect(await registered()).toBe(4);
  });

  test('ends no more at once than it can have confirmed: those that asked do not wait behind them', async () => {
    const after = new Date(identity.clock.now.getTime() + dayMs);
    expect(await identity.db.transaction((tx) => eraseUnused(tx, after, 2))).toBe(2);
    expect(await identity.db.transaction((tx) => eraseUnused(tx, after, 2))).toBe(0);
    expect(await identity.db.transaction((tx) => eraseUnused(tx, after, 3))).toBe(1);
  });

  test('counts anew once a second, so that another instance is noticed', async () => {
    let ms = 0;
    const take = roomForAgents(1_000, () => ms);
    await take(identity.db);
    const many = `
        insert into identity.agent
        select gen_random_uuid(), 'many-' || i, encode(sha256(convert_to(i::text, 'UTF8')), 'hex'), 'rs_00000', 'x', 'x', now(), now()
        from generate_series(1, 1000) as i`;
    await identity.db.query({ text: many, values: [] });
    await expect(take(identity.db)).resolves.toBeUndefined();
    ms = 1_000;
    await expect(take(identity.db)).rejects.toThrow('full');
  });
});
