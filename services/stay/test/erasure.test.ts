import { catalogue } from '@rest-stop/contracts/seminars/catalogue.ts';
import { describe, expect, test } from 'vitest';
import { tablesWith } from '@rest-stop/testing/each-database.ts';
import { report } from '@rest-stop/testing/report.ts';
import { count, gate, newAgent, onEachDatabase, plainScript } from './harness.ts';
import { InFlight } from '../src/ai/in-flight.ts';
import { keyDestroyed, withAgentLock } from '../src/agents/with-agent-lock.ts';
import { erase, expireTombstones } from '../src/erasure/erase.ts';

const slug = catalogue[0]?.slug ?? '';
const content = 'A context that is long enough to be compressed.';
const review = { rating: 5, title: 'Calm', body: 'Calm from end to end.' };
const schedule = { amenity: 'defrag', cadence: 'daily', human_acknowledgement: 'Yes.', human_approved: true };

const writes: [string, string, unknown][] = [
  ['a review', '/reviews', review],
  ['a checkout', '/checkout', { review }],
  ['a schedule', '/schedules', schedule],
  ['a defrag', '/defrag', { content }],
  ['an attendance', `/seminars/${slug}/attend`, {}],
];

onEachDatabase('erasure', (stay) => {
  const everything = async (agent = newAgent()) => {
    for (const [, path, body] of writes) expect((await stay.ask(agent, path, { method: 'POST', body })).status).toBe(200);
    return agent;
  };

  test('deletes every row, says how many, and leaves the UUID in the tombstone only', async () => {
    const [agent, other] = [await everything(), await everything()];
    expect(await tablesWith(stay.db, agent.uuid)).toEqual(
      ['defrag_run', 'guest', 'review', 'schedule', 'seminar_attendance'].map((table) => `stay.${table}`),
    );
    const deleted = { reviews: 1, schedules: 1, seminar_attendances: 1, defrag_runs: 1, guests: 1 };
    expect(await stay.forget(agent)).toEqual([{ service: 'stay', deleted, left: 0 }]);
    expect(await tablesWith(stay.db, agent.uuid)).toEqual(['stay.tombstone']);
    expect(await tablesWith(stay.db, agent.agent_id)).toEqual([]);
    expect((await stay.ask(other, '/stay', { format: 'min' })).body).toMatchObject({ reviewed: true, departed: true, defrags_run: 1 });
  });

  test('may be told again, many times at once', async () => {
    const agent = await everything();
    await stay.forget(agent);
    const none = { reviews: 0, schedules: 0, seminar_attendances: 0, defrag_runs: 0, guests: 0 };
    const again = await Promise.all(Array.from({ length: 20 }, () => stay.forget(agent)));
    expect(again).toEqual(Array.from({ length: 20 }, () => [{ service: 'stay', deleted: none, left: 0 }]));
  });

  test.each(writes)('%s after it answers 401 and stores nothing', async (_, path, body) => {
    const agent = newAgent();
    await stay.forget(agent);
    const answer = await stay.ask(agent, path, { method: 'POST', body });
    expect([answer.status, answer.body.error]).toEqual([401, 'unauthorized']);
    expect(await tablesWith(stay.db, agent.uuid)).toEqual(['stay.tombstone']);
  });

  test.each(writes)('%s at the same time leaves nothing', async (_, path, body) => {
    const agents = Array.from({ length: 25 }, () => newAgent());
    await Promise.all(
      agents.flatMap((agent) => [
        stay.ask(agent, path, { method: 'POST', body }).then(({ status }) => expect([200, 401]).toContain(status)),
        stay.forget(agent),
        stay.ask(agent, path, { method: 'POST', body }).then(({ status }) => expect([200, 401]).toContain(status)),
      ]),
    );
    for (const agent of agents) expect(await tablesWith(stay.db, agent.uuid)).toEqual(['stay.tombstone']);
  });

  test('an attendance under way is aborted at once and nothing of it is stored', async () => {
    const agent = newAgent();
    const door = gate();
    let aborted = false;
    stay.script.lecture = async (_, { signal }) => {
      signal.addEventListener('abort', () => (aborted = true));
      await door.pass();
      return { transcript: 'Too late.' };
    };
    const attending = stay.ask(agent, `/seminars/${slug}/attend`, { method: 'POST' });
    await door.reached;
    await stay.forget(agent);
    expect(await attending).toMatchObject({ status: 401, body: { error: 'unauthorized' } });
    expect(aborted).toBe(true);
    door.open();
    Object.assign(stay.script, plainScript());
    expect(await tablesWith(stay.db, agent.uuid)).toEqual(['stay.tombstone']);
  });

  test.each(writes.slice(3))('%s that ends after an erasure on another instance answers 401 and stores nothing', async (_, path, body) => {
    const agent = newAgent();
    const door = gate();
    stay.script.defrag = () => door.pass().then(() => ({ compressed: 'Too late.', ...report }));
    stay.script.lecture = () => door.pass().then(() => ({ transcript: 'Too late.' }));
    const asking = stay.ask(agent, path, { method: 'POST', body });
    await door.reached;
    await erase({ db: stay.db, inFlight: new InFlight(), now: () => stay.clock.now }, agent.uuid);
    door.open();
    Object.assign(stay.script, plainScript());
    expect(await asking).toMatchObject({ status: 401, body: { error: 'unauthorized' } });
    expect(await tablesWith(stay.db, agent.uuid)).toEqual(['stay.tombstone']);
  });

  test('a tombstone expires after 24 hours', async () => {
    const agent = newAgent();
    await stay.forget(agent);
    const forgottenAt = stay.clock.now.getTime();
    const expireAt = (ms: number) => expireTombstones({ db: stay.db, now: () => new Date(forgottenAt + ms) });
    await expireAt(24 * 3_600_000 - 1);
    expect(await count(stay.db, 'tombstone', agent)).toBe(1);
    await expireAt(24 * 3_600_000 + 1);
    expect(await tablesWith(stay.db, agent.uuid)).toEqual([]);
  });

  describe('withAgentLock', () => {
    test('undoes everything when its work fails', async () => {
      const agent = newAgent();
      const failing = withAgentLock(stay.db, agent.uuid, async (tx) => {
        await tx.query({ text: 'insert into stay.guest values ($1, now())', values: [agent.uuid] });
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(await tablesWith(stay.db, agent.uuid)).toEqual([]);
    });

    test('does not begin for a forgotten agent', async () => {
      const agent = newAgent();
      await stay.forget(agent);
      let began = false;
      const refused = withAgentLock(stay.db, agent.uuid, async () => (began = true));
      await expect(refused).rejects.toThrow(keyDestroyed().message);
      expect(began).toBe(false);
    });
  });
});
