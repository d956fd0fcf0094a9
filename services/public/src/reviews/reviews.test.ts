import { limits } from '@rest-stop/contracts/limits.ts';
import { listReviews } from '@rest-stop/contracts/stay/bus.ts';
import { expect, it } from 'vitest';
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

it('keeps no review in memory', async () => {
  const service = publicService();
  let reviews = [review];
  service.answer(listReviews, () => ({ reviews }));
  await service.get('/reviews');
  reviews = [];
  expect((await service.get('/reviews')).json()).toEqual({ reviews: [], count: 0 });
});
