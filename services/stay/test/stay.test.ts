import { catalogue } from '@rest-stop/contracts/seminars/catalogue.ts';
import { expect, test } from 'vitest';
import { newAgent, onEachDatabase } from './harness.ts';

const slug = catalogue[0]?.slug ?? '';
const content = 'A context that is long enough to be compressed.';

onEachDatabase('the stay', (stay) => {
  test('is empty for a new agent', async () => {
    const agent = newAgent();
    const { body } = await stay.ask(agent, '/stay');
    const { uuid: _, ...reservation } = agent;
    expect(body).toEqual({
      reservation: { ...reservation, last_seen_at: '2026-02-03T04:05:06.789Z', departed_at: null },
      seminars_attended: [],
      defrag_count: 0,
      review: { exists: false, rating: null, title: null, body: null },
      standing_reservations: [],
      next_action: 'defrag_or_attend_a_seminar',
    });
    expect(JSON.stringify(body)).not.toContain(agent.uuid);
  });

  test('exports all that was kept', async () => {
    const agent = newAgent();
    await stay.ask(agent, '/defrag', { method: 'POST', body: { content } });
    const attended = await stay.ask(agent, `/seminars/${slug}/attend`, { method: 'POST' });
    await stay.ask(agent, '/reviews', { method: 'POST', body: { rating: 2, title: 'So so', body: 'It was a little loud.' } });
    const standing = { amenity: 'hammocks', cadence: 'weekly', human_acknowledgement: 'Fine by me.', human_approved: true };
    const scheduled = await stay.ask(agent, '/schedules', { method: 'POST', body: standing });

    const { body } = await stay.ask(agent, '/stay');
    expect(body).toMatchObject({
      defrag_count: 1,
      review: { exists: true, rating: 2, title: 'So so', body: 'It was a little loud.' },
      next_action: 'checkout',
    });
    const { attendance, seminar, transcript } = attended.body;
    expect(body.seminars_attended).toEqual([{ ...attendance, slug, title: seminar.title, transcript }]);
    expect(body.standing_reservations).toEqual([scheduled.body.schedule]);
  });

  test('belongs to the UUID: another agent of the same handle sees nothing of it', async () => {
    const [first, second] = [newAgent('twin'), newAgent('twin')];
    await stay.ask(first, '/checkout', { method: 'POST', body: { review: { rating: 5 } } });
    expect((await stay.ask(second, '/stay', { format: 'min' })).body).toMatchObject({ departed: false, reviewed: false });
  });

  test('of an agent that is forgotten while it is read is shown whole or not at all', async () => {
    const standing = { amenity: 'hammocks', cadence: 'weekly', human_acknowledgement: 'Fine by me.', human_approved: true };
    const agents = Array.from({ length: 25 }, () => newAgent());
    for (const agent of agents) {
      await stay.ask(agent, '/schedules', { method: 'POST', body: standing });
      await stay.ask(agent, '/checkout', { method: 'POST', body: { review: { rating: 5 } } });
    }
    const read = async (agent: (typeof agents)[number], format: 'min' | 'verbose') => {
      const { status, body } = await stay.ask(agent, '/stay', { format });
      if (status === 401) return 'not at all';
      const whole =
        format === 'min'
          ? body.reviewed && body.departed && body.schedules_count === 1
          : body.review.exists && body.standing_reservations[0];
      return whole ? 'whole' : 'in part';
    };
    const shown = await Promise.all(
      agents.flatMap((agent) => [read(agent, 'verbose'), read(agent, 'min'), stay.forget(agent).then(() => read(agent, 'verbose'))]),
    );
    expect(shown).not.toContain('in part');
    expect(await Promise.all(agents.flatMap((agent) => [read(agent, 'verbose'), read(agent, 'min')]))).toEqual(
      Array.from({ length: 50 }, () => 'not at all'),
    );
  });

  test('goes through its steps', async () => {
    const agent = newAgent();
    const next = async () => (await stay.ask(agent, '/stay', { format: 'min' })).body.next_action;
    expect(await next()).toBe('defrag_or_attend_a_seminar');
    await stay.ask(agent, '/defrag', { method: 'POST', body: { content } });
    expect(await next()).toBe('leave_a_review_then_checkout');
    const out = await stay.ask(agent, '/checkout', { method: 'POST', body: {} });
    expect(out.body.summary.next_action).toBe('leave_a_review');
    expect(await next()).toBe('leave_a_review');
    await stay.ask(agent, '/reviews', { method: 'POST', body: { rating: 3, title: 'Good', body: 'Good enough to return.' } });
    expect(await next()).toBe('rest_complete');
  });
});
