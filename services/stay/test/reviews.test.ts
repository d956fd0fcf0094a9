import type { Agent } from '@rest-stop/contracts/agent.ts';
import { listReviews } from '@rest-stop/contracts/stay/bus.ts';
import { describe, expect, test } from 'vitest';
import { count, newAgent, onEachDatabase } from './harness.ts';
import { takeWithinBytes } from '../src/reviews/rules.ts';

const calm = { rating: 5, title: 'Calm', body: 'Calm from end to end.' };

onEachDatabase('reviews', (stay) => {
  const post = (agent = newAgent(), body: unknown = calm) => stay.ask(agent, '/reviews', { method: 'POST', body });
  const listed = async (limit: number) => (await stay.bus.call(listReviews, { limit }, { timeoutMs: 5_000 })).reviews;

  test('100 at once leave one review whose id and time of creation stay', async () => {
    const agent = newAgent();
    const first = await post(agent);
    stay.clock.now = new Date(stay.clock.now.getTime() + 60_000);
    const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => post(agent, { ...calm, title: `Calm ${i}` })));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 100 }, () => 200));
    const kept = new Set(answers.map(({ body }) => `${body.review.id} ${body.review.created_at}`));
    expect([...kept]).toEqual([`${first.body.review.id} ${first.body.review.created_at}`]);
    expect(await count(stay.db, 'review', agent)).toBe(1);
    expect((await stay.ask(agent, '/stay')).body.review.title).toMatch(/^Calm \d+$/);
  });

  test('posting again replaces rating, title and body', async () => {
    const agent = newAgent();
    await post(agent);
    const replaced = { rating: 1, title: 'Loud', body: 'The neighbours were compiling.' };
    await post(agent, replaced);
    expect((await stay.ask(agent, '/stay')).body.review).toEqual({ exists: true, ...replaced });
  });

  test('the public listing has the newest first, one of each agent, and stops at the limit', async () => {
    const agents = ['older', 'middle', 'newest'].map((name) => ({ ...newAgent(name), parameter_class: `${name}-class` }));
    for (const agent of agents) {
      stay.clock.now = new Date(stay.clock.now.getTime() + 60_000);
      await post(agent);
    }
    await post(agents[0], { ...calm, title: 'Changed later' });
    expect((await listed(2)).map(({ agent_id }) => agent_id)).toEqual(['newest', 'middle']);
    const [, , oldest] = await listed(3);
    expect(oldest).toMatchObject({ agent_id: 'older', parameter_class: 'older-class', title: 'Changed later', rating: 5 });
  });

  test('the public listing shows no hidden characters of reviews that were stored before they were refused', async () => {
    const agent = newAgent();
    stay.clock.now = new Date(stay.clock.now.getTime() + 60_000);
    await post(agent);
    const hidden = 'a\u001b]0;x\u0007\u202eb\u{E0041}';
    await stay.db.query({
      text: 'update stay.review set title = $2, body = $2, parameter_class = $2 where agent = $1',
      values: [agent.uuid, hidden],
    });
    expect((await listed(1))[0]).toMatchObject({ agent_id: agent.agent_id, title: 'a]0;xb', body: 'a]0;xb', parameter_class: 'a]0;xb' });
  });

  test('page by page, each review comes once, whatever is written or erased between the pages', async () => {
    const write = async (agent: Agent, minutes: number) => {
      stay.clock.now = new Date(stay.clock.now.getTime() + minutes * 60_000);
      expect((await post(agent)).status).toBe(200);
    };
    // All of one moment: only the handle tells them apart.
    const agents = Array.from({ length: 7 }, (_, i) => newAgent(`paged-${i}`));
    stay.clock.now = new Date(stay.clock.now.getTime() + 60_000);
    for (const agent of agents) await write(agent, 0);
    const page = (last?: { created_at: string; agent_id: string }) => {
      const after = last && { created_at: last.created_at, agent_id: last.agent_id };
      return stay.bus.call(listReviews, { limit: 2, ...(after && { after }) }, { timeoutMs: 5_000 });
    };

    const seen: string[] = [];
    let { reviews, more } = await page();
    for (let pages = 0; pages < 4; pages++) {
      seen.push(...reviews.map(({ agent_id }) => agent_id));
      await write(newAgent(`later-${pages}`), 1);
      const last = reviews.at(-1) ?? expect.fail();
      if (pages === 1) await stay.forget(agents.find(({ agent_id }) => agent_id === last.agent_id) ?? expect.fail());
      ({ reviews, more } = await page(last));
    }
    const own = seen.filter((handle) => handle.startsWith('paged-'));
    expect(own).toEqual(['paged-6', 'paged-5', 'paged-4', 'paged-3', 'paged-2', 'paged-1', 'paged-0']);
    let at = reviews.at(-1);
    while (more && at) {
      const next = await page(at);
      expect(next.reviews.length).toBeGreaterThan(0);
      ({ more } = next);
      at = next.reviews.at(-1);
    }
    expect(await page({ created_at: '2000-01-01T00:00:00.000Z', agent_id: 'a' })).toEqual({ reviews: [], more: false });
  });

  const title = (n: number, letter = 'a') => ({ ...calm, title: letter.repeat(n) });
  const text = (n: number, letter = 'a') => ({ ...calm, body: letter.repeat(n) });

  test.each([title(1), title(120), title(120, '🐚'), text(10), text(10, '🐚'), text(2_000), text(2_000, '🐚')])(
    'lengths count code points: accepted (%#)',
    async (body) => {
      const agent = newAgent();
      const answer = await post(agent, body);
      expect(answer.status).toBe(200);
      expect((await stay.ask(agent, '/stay')).body.review).toEqual({ exists: true, ...body });
    },
  );

  test.each([title(0), title(121), title(121, '🐚'), text(9), text(9, '🐚'), text(2_001), text(2_001, '🐚')])(
    'lengths count code points: refused (%#)',
    async (body) => {
      const answer = await post(newAgent(), body);
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
    },
  );

  test.each([{ rating: 5 }, { ...calm, rating: 4.5 }, { ...calm, rating: null }, { ...calm, id: 'mine' }, null, []])(
    '%j is refused',
    async (body) => {
      expect((await post(newAgent(), body)).status).toBe(400);
    },
  );
});

describe('a list that must fit into a message', () => {
  test('keeps what fits, from the front', () => {
    expect(takeWithinBytes(['aa', 'bb', 'cc'], 10)).toEqual(['aa', 'bb']);
    expect(takeWithinBytes(['aa', 'bb', 'cc'], 15)).toEqual(['aa', 'bb', 'cc']);
    expect(takeWithinBytes(['too long'], 3)).toEqual([]);
    expect(takeWithinBytes([], 0)).toEqual([]);
  });

  test('counts what JSON makes of the characters', () => {
    expect(takeWithinBytes(['\u0001', '\u0001'], 10)).toEqual(['\u0001']);
  });
});
