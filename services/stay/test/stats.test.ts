import { catalogue } from '@rest-stop/contracts/seminars/catalogue.ts';
import { countAttendances, stayActivity, stayStats } from '@rest-stop/contracts/stay/bus.ts';
import { expect, test } from 'vitest';
import { newAgent, onEachDatabase } from './harness.ts';

const slugs = catalogue.slice(0, 3).map(({ slug }) => slug);
const content = 'A context that is long enough to be compressed.';
const hourMs = 3_600_000;

onEachDatabase('statistics', (stay) => {
  const stats = () => stay.bus.call(stayStats, {}, { timeoutMs: 5_000 });
  const counts = async () => (await stay.bus.call(countAttendances, {}, { timeoutMs: 5_000 })).counts;
  const numbers = async (text: string) => (await stay.db.query({ text, values: [] })).rows as Record<string, number>[];

  async function counted() {
    const [totals] = await numbers(`select
      (select count(*)::int from stay.seminar_attendance) as seminars_attended,
      (select count(*)::int from stay.defrag_run) as defrags_run,
      (select count(*)::int from stay.review) as reviews_left`);
    const perSeminar = await numbers('select seminar_slug as slug, count(*)::int as n from stay.seminar_attendance group by 1');
    return { totals, perSeminar: Object.fromEntries(perSeminar.map(({ slug, n }) => [slug, n])) };
  }

  test('begin at zero', async () => {
    expect(await stats()).toEqual({ seminars_attended: 0, seminars_attended_last_24h: 0, defrags_run: 0, reviews_left: 0 });
    expect(await counts()).toEqual({});
  });

  test('equal the real counts after a random sequence of everything, many at once', async () => {
    const agents = Array.from({ length: 12 }, () => newAgent());
    const pick = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T;
    const post = (path: string, body: unknown = {}) => stay.ask(pick(agents), path, { method: 'POST', body });
    const deeds = [
      () => post('/defrag', { content }),
      () => post(`/seminars/${pick(slugs)}/attend`),
      () => post(`/seminars/${pick(slugs)}/attend`),
      () => post('/reviews', { rating: 3, title: 'Again', body: 'Once more with feeling.' }),
      () => post('/checkout', { review: { rating: 2 } }),
      async () => {
        const [leaving] = agents.splice(Math.floor(Math.random() * agents.length), 1, newAgent());
        if (leaving) await stay.forget(leaving);
      },
    ];
    for (let round = 0; round < 20; round++) {
      await Promise.all(Array.from({ length: 12 }, () => pick(deeds)()));
      const { totals, perSeminar } = await counted();
      expect(await stats()).toMatchObject(totals ?? {});
      expect(await counts()).toEqual(perSeminar);
    }
    expect((await counted()).totals?.['seminars_attended']).toBeGreaterThan(0);
  });

  test('the last 24 hours end after 24 hours; the totals stay', async () => {
    const before = await stats();
    stay.clock.now = new Date(stay.clock.now.getTime() + 23 * hourMs);
    expect(await stats()).toEqual(before);
    expect(before.seminars_attended_last_24h).toBe(before.seminars_attended);
    stay.clock.now = new Date(stay.clock.now.getTime() + hourMs);
    expect(await stats()).toEqual({ ...before, seminars_attended_last_24h: 0 });
  });

  test('attendances are counted by the hour of the clock, and the forgotten are missing', async () => {
    const hour = Math.ceil(stay.clock.now.getTime() / hourMs) + 1;
    const activity = () => stay.bus.call(stayActivity, { since_hour: hour }, { timeoutMs: 5_000 });
    const agents = [newAgent(), newAgent()] as const;
    for (const [agent, ms] of [
      [agents[0], hour * hourMs - 1],
      [agents[0], hour * hourMs],
      [agents[1], (hour + 1) * hourMs - 1],
      [agents[1], (hour + 2) * hourMs],
    ] as const) {
      stay.clock.now = new Date(ms);
      await stay.ask(agent, `/seminars/${slugs[0]}/attend`, { method: 'POST', body: {} });
    }
    expect(await activity()).toEqual({
      hours: [
        { hour, count: 2 },
        { hour: hour + 2, count: 1 },
      ],
    });
    await stay.forget(agents[1]);
    expect(await activity()).toEqual({ hours: [{ hour, count: 1 }] });
  });

  test('the tally has a bounded number of rows', async () => {
    const [{ n } = { n: -1 }] = await numbers('select count(*)::int as n from stay.tally');
    expect(n).toBeLessThanOrEqual(16 * (2 + slugs.length));
  });
});
