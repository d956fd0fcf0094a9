import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { count, newAgent, onEachDatabase } from './harness.ts';

const approved = { amenity: 'defrag', cadence: 'daily', human_acknowledgement: 'Yes, daily.', human_approved: true };

onEachDatabase('schedules', (stay) => {
  const post = (agent = newAgent(), body: unknown = approved) => stay.ask(agent, '/schedules', { method: 'POST', body });

  test('the same amenity and cadence again keep the id and replace the rest', async () => {
    const agent = newAgent();
    const first = await post(agent, { ...approved, next_visit_at: '2026-05-01T12:00:00+02:00', notes: 'bring notes' });
    expect(first.body.schedule).toMatchObject({ next_visit_at: '2026-05-01T10:00:00.000Z', notes: 'bring notes' });
    stay.clock.now = new Date(stay.clock.now.getTime() + 60_000);
    const again = await post(agent, { ...approved, human_acknowledgement: 'Still yes.' });
    const { id, created_at } = first.body.schedule;
    expect(again.body.schedule).toEqual({
      id,
      ...approved,
      human_acknowledgement: 'Still yes.',
      next_visit_at: null,
      notes: null,
      created_at,
      updated_at: stay.clock.now.toISOString(),
    });
    expect((await stay.ask(agent, '/schedules')).body.standing_reservations).toEqual([again.body.schedule]);
  });

  test('another cadence is another schedule', async () => {
    const agent = newAgent();
    await post(agent);
    await post(agent, { ...approved, cadence: 'weekly' });
    expect(await count(stay.db, 'schedule', agent)).toBe(2);
  });

  test('100 at once make one', async () => {
    const agent = newAgent();
    const answers = await Promise.all(Array.from({ length: 100 }, () => post(agent)));
    expect(new Set(answers.map(({ body }) => body.schedule.id)).size).toBe(1);
    expect(await count(stay.db, 'schedule', agent)).toBe(1);
  });

  test.each(['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '2024-02-29T12:00:00Z'])('%s is kept as it is', async (at) => {
    const { body } = await post(newAgent(), { ...approved, next_visit_at: at });
    expect(body.schedule.next_visit_at).toBe(new Date(at).toISOString());
  });

  test.each([
    '2026-01-01',
    '2026-01-01T00:00:00',
    '2026-02-30T00:00:00Z',
    '2025-02-29T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-06-30T23:59:60Z',
    '10000-01-01T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    'tomorrow',
    '',
    null,
  ])('next_visit_at %j is refused', async (next_visit_at) => {
    const answer = await post(newAgent(), { ...approved, next_visit_at });
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
    expect(answer.body.issues[0].path).toBe('next_visit_at');
  });

  test.each([
    { ...approved, human_approved: false },
    { ...approved, human_approved: 'true' },
    { ...approved, human_approved: undefined },
  ])('without a human’s yes it is refused and says whom to ask (%#)', async (body) => {
    const answer = await post(newAgent(), body);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toMatch(/human/);
  });

  test.each([
    { ...approved, amenity: 'pool' },
    { ...approved, cadence: 'Daily' },
    { ...approved, human_acknowledgement: '' },
    { ...approved, notes: 'n'.repeat(2_001) },
    { ...approved, extra: 1 },
  ])('is refused (%#)', async (body) => {
    expect((await post(newAgent(), body)).status).toBe(400);
  });

  test('cancelling works once, for its owner only; everything else looks the same', async () => {
    const [agent, other] = [newAgent(), newAgent()];
    const { id } = (await post(agent)).body.schedule;
    const cancel = (who = agent, which: string = id) => stay.ask(who, `/schedules/${which}`, { method: 'DELETE' });

    const strangers = await cancel(other);
    expect(await count(stay.db, 'schedule', agent)).toBe(1);
    expect(await cancel()).toMatchObject({ status: 200, body: { ok: true, cancelled: true, id } });
    const misses = [
      strangers,
      await cancel(),
      await cancel(agent, randomUUID()),
      await cancel(agent, 'no-uuid'),
      await cancel(agent, `{${id}}`),
    ];
    for (const miss of misses) expect([miss.status, miss.body]).toEqual([404, strangers.body]);
  });

  test('recommendations come when asked for, from what the agent itself used', async () => {
    const [agent, busy] = [newAgent(), newAgent()];
    const content = 'A context that is long enough to be compressed.';
    for (let i = 0; i < 5; i++) await stay.ask(busy, '/defrag', { method: 'POST', body: { content } });
    const recommended = async (who = agent, query = '?recommend=1') => (await stay.ask(who, `/schedules${query}`)).body;

    expect(Object.keys(await recommended(agent, ''))).toEqual(['agent_id', 'standing_reservations']);
    expect(Object.keys(await recommended(agent, '?recommend=0'))).toEqual(['agent_id', 'standing_reservations']);
    expect((await stay.ask(agent, '/schedules?recommend=2')).status).toBe(400);
    expect((await recommended()).recommended).toMatchObject([{ amenity: 'hammocks', used_count: 0 }]);
    expect((await recommended(busy)).recommended).toMatchObject([{ amenity: 'defrag', cadence: 'on_token_pressure', used_count: 5 }]);
    expect((await recommended(busy)).guidance.workflow).toHaveLength(3);
  });
});
