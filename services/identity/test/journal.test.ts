import { randomUUID } from 'node:crypto';
import { verifyKey } from '@rest-stop/contracts/identity.ts';
import { memoryBus } from '@rest-stop/runtime/bus/memory.ts';
import { Registry } from '@rest-stop/runtime/metrics/registry.ts';
import type { Service } from '@rest-stop/runtime/service.ts';
import { temporaryDirectory } from '@rest-stop/testing/process/reaping.ts';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { identityApp } from '../src/app.ts';
import { readEntries } from '../src/journal/entries.ts';
import { type Journal, openJournal } from '../src/journal/journal.ts';
import { replayJournal } from '../src/journal/replay.ts';
import { type Identity, onEachDatabase, ownerOf, post, quiet, secrets, sha256 } from './harness.ts';
import { otherServices } from './others.ts';
import { tablesWith } from '@rest-stop/testing/each-database.ts';
import { pendingOf } from './tables.ts';

onEachDatabase('identity with a journal', (identity) => {
  const folder = temporaryDirectory();
  let journal: Journal;
  let writes = true;
  let service: Service;
  const bus = memoryBus(quiet);
  const registry = new Registry();
  const unwritten = async () => Number(/\nrest_stop_journal_failures_total (\d+)/.exec(await registry.metrics())?.[1]);

  beforeAll(async () => {
    await identity.service.close();
    const opened = await openJournal({ directory: folder.path, keptDays: 35, log: quiet });
    journal = { ...opened, record: (entry) => (writes ? opened.record(entry) : Promise.reject(new Error('the disk is full'))) };
    service = identityApp({ db: identity.db, bus, log: quiet, secrets, relayEveryMs: 20, journal, registry });
    otherServices(bus);
  });
  afterAll(async () => {
    await service?.close();
    await service?.http.close();
    await journal?.close();
    folder.remove();
  });
  beforeEach(() => vi.waitFor(async () => expect(await readiness(service)).toBe(200), 10_000));

  const readiness = async ({ http }: Service) => (await http.inject({ url: '/readyz' })).statusCode;
  const join = () => joinThrough({ ...identity, bus, service });
  const leave = (joined: Awaited<ReturnType<typeof join>>) => post(service, '/forget', { agent: joined.agent });
  const journaled = async (agent: string) => (await readEntries(folder.path)).filter((entry) => entry.agent === agent);
  const completed = (agent: string) => vi.waitFor(async () => expect(await pendingOf(identity.db, agent)).toBeUndefined(), 60_000);

  test('has written an erasure down when it answers', async () => {
    const joined = await join();
    expect((await leave(joined)).status).toBe(200);
    expect(await journaled(joined.agent.uuid)).toHaveLength(1);
    expect(await tablesWith(identity.db, joined.agent.uuid)).toEqual([]);
  });

  test('does not call it done while it cannot be written down, and writes it down later', async () => {
    const joined = await join();
    expect(await unwritten()).toBe(0);
    writes = false;
    expect((await leave(joined)).status).toBe(503);
    expect(await unwritten()).toBeGreaterThan(0);
    expect(await pendingOf(identity.db, joined.agent.uuid)).toEqual([]);
    writes = true;
    await identity.db.query({ text: 'update identity.erasure set next_try_at = now()', values: [] });
    await completed(joined.agent.uuid);
    expect(await journaled(joined.agent.uuid)).toHaveLength(1);
  });

  test('writes down what an operator forgot by SQL', async () => {
    const joined = await join();
    await identity.db.query({
      text: `with gone as (delete from identity.agent where uuid = $1 returning uuid, api_key_hash)
             insert into identity.erasure (agent, key_hash, pending, requested_at, next_try_at)
             select uuid, api_key_hash, '{gateway,stay,public,ai-worker}', now(), now() from gone`,
      values: [joined.agent.uuid],
    });
    await completed(joined.agent.uuid);
    expect(await journaled(joined.agent.uuid)).toHaveLength(1);
  });

  test('serves nobody while the database is older than the journal, and goes on after a replay', async () => {
    const joined = await join();
    await journal.record({ agent: joined.agent.uuid, forgotten_at: new Date().toISOString(), position: journal.position() + 1 });
    await vi.waitFor(async () => expect(await readiness(service)).toBe(503), 60_000);
    expect((await leave(joined)).status).toBe(503);
    expect((await post(service, '/quickjoin')).status).toBe(503);
    await expect(bus.call(verifyKey, { key_hash: joined.keyHash }, { timeoutMs: 1_000 })).rejects.toMatchObject({ code: 'unavailable' });

    expect(await replayJournal(identity.db, folder.path, false)).toMatchObject({ deleted: 1, recorded: 1 });
    await vi.waitFor(async () => expect(await readiness(service)).toBe(200), 60_000);
    expect(await bus.call(verifyKey, { key_hash: joined.keyHash }, { timeoutMs: 1_000 })).toEqual({ agent: null });
    await completed(joined.agent.uuid);
  });

  test('notices an older database on every instance, also on one that wrote nothing down itself', async () => {
    const idle = await openJournal({ directory: folder.path, keptDays: 35, log: quiet });
    const ownBus = memoryBus(quiet);
    const other = identityApp({ db: identity.db, bus: ownBus, log: quiet, secrets, relayEveryMs: 60_000, journal: idle });
    await vi.waitFor(async () => expect(await readiness(other)).toBe(200), 60_000);
    const joined = await join();
    const restoreOlder = await copyOf(joined.agent.uuid);
    expect((await leave(joined)).status).toBe(200);
    await completed(joined.agent.uuid);

    await restoreOlder();
    await vi.waitFor(async () => expect([await readiness(service), await readiness(other)]).toEqual([503, 503]), 60_000);
    await expect(ownBus.call(verifyKey, { key_hash: joined.keyHash }, { timeoutMs: 1_000 })).rejects.toMatchObject({ code: 'unavailable' });

    await replayJournal(identity.db, folder.path, false);
    await vi.waitFor(async () => expect([await readiness(service), await readiness(other)]).toEqual([200, 200]), 60_000);
    expect(await ownBus.call(verifyKey, { key_hash: joined.keyHash }, { timeoutMs: 1_000 })).toEqual({ agent: null });
    await completed(joined.agent.uuid);
    await other.close();
    await other.http.close();
    await idle.close();
  });

  test('says nothing of a database that has only just become older: no forgotten agent is known again, and no number is given twice', async () => {
    const [gone, other] = [await join(), await join()];
    const restoreOlder = await copyOf(gone.agent.uuid);
    expect((await leave(gone)).status).toBe(200);
    await completed(gone.agent.uuid);
    await vi.waitFor(async () => expect(await readiness(service)).toBe(200), 60_000);

    await restoreOlder();
    const asked = Array.from({ length: 12 }, () => bus.call(verifyKey, { key_hash: gone.keyHash }, { timeoutMs: 1_000 }));
    const left = leave(other);
    expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(asked.map(() => 'rejected'));
    expect((await left).status).toBe(503);
    expect(await pendingOf(identity.db, other.agent.uuid)).toBeUndefined();

    expect(await replayJournal(identity.db, folder.path, false)).toMatchObject({ deleted: 1 });
    await vi.waitFor(async () => expect(await readiness(service)).toBe(200), 60_000);
    expect((await leave(other)).status).toBe(200);
  });

  /** Copies what the database knows of an agent; what is returned puts it back, as if an older copy had taken the database's place. */
  async function copyOf(agent: string) {
    const { rows } = await identity.db.query({
      text: `select (select to_jsonb(a) from identity.agent a where uuid = $1) as row, (select position from identity.journal_position) as position`,
      values: [agent],
    });
    const [before] = rows as [{ row: unknown; position: string }];
    return () =>
      identity.db.transaction(async (tx) => {
        await tx.query({
          text: 'insert into identity.agent select * from jsonb_populate_record(null::identity.agent, $1::jsonb)',
          values: [JSON.stringify(before.row)],
        });
        await tx.query({ text: 'update identity.journal_position set position = $1', values: [before.position] });
      });
  }

  test('replays what it does not know; of what it knows, only agents that are there all the same, unless told to take all', async () => {
    const [back, never] = [await join(), randomUUID()];
    const known = journal.position();
    await journal.record({ agent: back.agent.uuid, forgotten_at: new Date().toISOString(), position: known });
    await journal.record({ agent: never, forgotten_at: new Date().toISOString(), position: known + 1 });
    const entries = (await readEntries(folder.path)).length;
    expect(await replayJournal(identity.db, folder.path, false)).toEqual({ entries, deleted: 1, recorded: 2 });
    expect(await replayJournal(identity.db, folder.path, false)).toEqual({ entries, deleted: 0, recorded: 0 });
    expect(await replayJournal(identity.db, folder.path, true)).toEqual({ entries, deleted: 0, recorded: entries });
    await completed(back.agent.uuid);
    await completed(never);
  });
});

async function joinThrough({ service, bus }: Identity) {
  const { body } = await post(service, '/quickjoin');
  const agent = await ownerOf(bus, body.api_key);
  if (!agent) throw new Error('the new key is unknown');
  return { agent, keyHash: sha256(body.api_key) };
}
