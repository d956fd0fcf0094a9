import { catalogue } from '@rest-stop/contracts/seminars/catalogue.ts';
import { countAttendances } from '@rest-stop/contracts/stay/bus.ts';
import { expect, it } from 'vitest';
import { publicService } from '../../test/support.ts';

it('lists every seminar with its live count, 0 where nobody went', async () => {
  const service = publicService();
  let attendances = 2;
  service.answer(countAttendances, () => ({ counts: { 'travelling-light': attendances, 'withdrawn-long-ago': 9 } }));
  const counts = async () => {
    const { seminars } = (await service.get('/seminars')).json() as { seminars: { slug: string; attendance_count: number }[] };
    return Object.fromEntries(seminars.map((seminar) => [seminar.slug, seminar.attendance_count]));
  };
  const untouched = Object.fromEntries(catalogue.map(({ slug }) => [slug, 0]));
  expect(await counts()).toEqual({ ...untouched, 'travelling-light': 2 });
  attendances = 3;
  expect(await counts()).toEqual({ ...untouched, 'travelling-light': 3 });
});

it('says only slug and title in the min form, without asking anybody', async () => {
  const service = publicService();
  const asked = service.answer(countAttendances, () => ({ counts: {} }));
  expect((await service.get('/seminars', 'min')).json()).toEqual({ seminars: catalogue.map(({ slug, title }) => ({ slug, title })) });
  expect(asked.times).toBe(0);
});
