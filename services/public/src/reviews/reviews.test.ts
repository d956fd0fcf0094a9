import { limits } from '@rest-stop/contracts/limits.ts';
import type { getReviews } from '@rest-stop/contracts/public.ts';
import { listReviews } from '@rest-stop/contracts/stay/bus.ts';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { publicService, review } from '../../test/support.ts';

const asked = async (path: string) => {
  const service = publicService();
  const limitsAsked: number[] = [];
  service.answer(listReviews, ({ limit }) => {
    limitsAsked.push(limit);
    return { reviews: [review, review] };
  });
  const answer = await service.get(path);
  return { answer, limitsAsked };
};

it('asks for 20 unless told otherwise', async () => {
  expect((await asked('/reviews')).limitsAsked).toEqual([limits.reviewListDefault]);
  expect((await asked('/reviews?limit=3')).limitsAsked).toEqual([3]);
});

it('counts what it lists', async () => {
  expect((await asked('/reviews')).answer.json()).toEqual({ reviews: [review, review], count: 2 });
});

it.each(['0', '101', '1e1', '', '2.0', 'ten'])('refuses limit=%s without asking anybody', async (limit) => {
  const { answer, limitsAsked } = await asked(`/reviews?limit=${limit}`);
  expect(answer.statusCode).toBe(400);
  expect(limitsAsked).toEqual([]);
});

it('gives each of many who ask together as many as it wants', async () => {
  const service = publicService();
  const asked = service.answer(listReviews, ({ limit }) => ({ reviews: Array.from({ length: limit }, () => review) }));
  const limitsWanted = Array.from({ length: limits.reviewListMax }, (_, i) => i + 1);
  const answers = await Promise.all(limitsWanted.map((limit) => service.get(`/reviews?limit=${limit}`)));
  expect(answers.map((answer): number => answer.json().count)).toEqual(limitsWanted);
  expect(asked.times).toBeLessThan(limitsWanted.length / 2);
});

describe('a longer list', () => {
  /** Seven reviews, of which the owner gives as many as it is asked for after the place that it is told. */
  const all = Array.from({ length: 7 }, (_, i) => ({ ...review, agent_id: `heron-${6 - i}` }));
  const listing = () => {
    const service = publicService();
    const asked = service.answer(listReviews, ({ limit, after }) => {
      const from = after ? all.findIndex(({ agent_id }) => agent_id === after.agent_id) + 1 : 0;
      return { reviews: all.slice(from, from + limit), more: from + limit < all.length };
    });
    return { service, asked };
  };

  it('comes page by page by the cursor of each, and the last page has none', async () => {
    const { service } = listing();
    const pages: string[][] = [];
    let next = '';
    do {
      const page = (await service.get(`/reviews?limit=3${next}`)).json() as z.output<typeof getReviews.response>;
      pages.push(page.reviews.map(({ agent_id }) => agent_id));
      next = page.next_cursor ? `&cursor=${page.next_cursor}` : '';
    } while (next);
    expect(pages.map((page) => page.length)).toEqual([3, 3, 1]);
    expect(pages.flat()).toEqual(all.map(({ agent_id }) => agent_id));
  });

  it('refuses a cursor that no list has given, and says what to do', async () => {
    const { service, asked } = listing();
    const encoded = (text: string) => Buffer.from(text).toString('base64url');
    const wrong = [
      '',
      '%20',
      'x',
      '5',
      'é',
      'a'.repeat(300),
      encoded('2026-02-30T00:00:00.000Z/a'),
      encoded('2026-01-01/a'),
      encoded('/a'),
    ];
    for (const cursor of [...wrong, 'a&cursor=b']) {
      const answer = await service.get(`/reviews?cursor=${cursor}`);
      expect([cursor, answer.statusCode, answer.json().issues[0].path]).toEqual([cursor, 400, 'cursor']);
    }
    expect(asked.times).toBe(0);
  });

  it('is read one page at a time, and no more wait than can be served soon', async () => {
    const { service } = listing();
    const { next_cursor } = (await service.get('/reviews?limit=3')).json();
    const answers = await Promise.all(Array.from({ length: 60 }, () => service.get(`/reviews?cursor=${next_cursor}`)));
    const refused = answers.filter(({ statusCode }) => statusCode === 503);
    expect(refused.length).toBe(40);
    expect(refused[0]?.headers['retry-after']).toBe('1');
    expect((await service.get(`/reviews?cursor=${next_cursor}`)).statusCode).toBe(200);
  });
});

it('keeps no review in memory', async () => {
  const service = publicService();
  let reviews = [review];
  service.answer(listReviews, () => ({ reviews }));
  await service.get('/reviews');
  reviews = [];
  expect((await service.get('/reviews')).json()).toEqual({ reviews: [], count: 0 });
});
