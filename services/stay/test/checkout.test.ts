import { expect, test } from 'vitest';
import { count, newAgent, onEachDatabase } from './harness.ts';

onEachDatabase('checkout', (stay) => {
  test('100 at once stamp one departure, and later ones keep it', async () => {
    const agent = newAgent();
    const checkOut = () => {
      stay.clock.now = new Date(stay.clock.now.getTime() + 1_000);
      return stay.ask(agent, '/checkout', { method: 'POST', body: {} });
    };
    const answers = await Promise.all(Array.from({ length: 100 }, checkOut));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 100 }, () => 200));
    const stamps = new Set(answers.map(({ body }) => body.departed_at));
    expect(stamps.size).toBe(1);
    expect([...stamps]).toEqual([(await checkOut()).body.departed_at]);
    expect([...stamps]).toEqual([(await stay.ask(agent, '/stay')).body.reservation.departed_at]);
    expect(await count(stay.db, 'guest', agent)).toBe(1);
  });

  test('a review of a rating alone is stored and keeps the title and body of an earlier one', async () => {
    const agent = newAgent();
    const rated = await stay.ask(agent, '/checkout', { method: 'POST', body: { review: { rating: 4 } } });
    expect((await stay.ask(agent, '/stay')).body.review).toEqual({ exists: true, rating: 4, title: null, body: null });

    await stay.ask(agent, '/reviews', { method: 'POST', body: { rating: 5, title: 'Calm', body: 'Calm from end to end.' } });
    const again = await stay.ask(agent, '/checkout', { method: 'POST', body: { review: { rating: 1 } } });
    expect((await stay.ask(agent, '/stay')).body.review).toEqual({
      exists: true,
      rating: 1,
      title: 'Calm',
      body: 'Calm from end to end.',
    });
    expect(again.body.summary.review_id).toBe(rated.body.summary.review_id);
  });

  test.each([
    { review: {} },
    { review: { rating: 0 } },
    { review: { rating: 6 } },
    { review: { rating: '5' } },
    { review: { rating: 5, title: '' } },
    { review: { rating: 5, body: 'too short' } },
    { review: { rating: 5, stars: 5 } },
    { review: null },
    { left: true },
    [],
    'out',
  ])('%j is refused and stamps nothing', async (body) => {
    const agent = newAgent();
    const answer = await stay.ask(agent, '/checkout', { method: 'POST', body });
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
    expect((await stay.ask(agent, '/stay')).body.reservation.departed_at).toBeNull();
  });
});
