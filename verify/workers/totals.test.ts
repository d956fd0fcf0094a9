import { describe, expect, test } from 'vitest';
import type { Call } from './client.ts';
import { totalsOf, type Seen, wrongs } from './totals.ts';
import type { Work } from './provider.ts';

const call = (sentAt: number, answeredAt: number, status = 200, from = 'worker-1'): Call => ({ sentAt, answeredAt, status, from });
const work = (worker: string, job: string, startedAt: number, endedAt: number): Work => ({
  worker,
  job,
  startedAt,
  endedAt,
  answered: true,
});
const workers = [
  { name: 'worker-1', since: 0 },
  { name: 'worker-2', since: 0 },
];

/** Two workers with one place each do three jobs as they should. */
const good: Seen = {
  slots: 1,
  workers,
  jobs: [
    { name: 'job-1', calls: [call(0, 1_000)] },
    { name: 'job-2', calls: [call(0, 1_000, 200, 'worker-2')] },
    { name: 'job-3', calls: [call(0, 2_010)] },
  ],
  work: [work('worker-1', 'job-1', 1, 1_000), work('worker-2', 'job-2', 1, 1_000), work('worker-1', 'job-3', 1_010, 2_000)],
};
const wrongsOf = (seen: Partial<Seen>) => wrongs(totalsOf({ ...good, ...seen }), good.slots, 100);
const [first, second] = good.jobs as [Seen['jobs'][0], Seen['jobs'][0]];

test('a load that was spread as it should be has nothing wrong', () => {
  expect(wrongsOf({})).toEqual([]);
  expect(totalsOf(good)).toMatchObject({
    answers: { 200: 3 },
    done: { 'worker-1': 2, 'worker-2': 1 },
    movedOn: 0,
    idleWhileWaitingMs: 10,
  });
});

describe('seen to be wrong is', () => {
  test('a request that is never answered', () => {
    expect(wrongsOf({ jobs: [first, second, { name: 'job-3', calls: [{ sentAt: 0 }] }] })).toEqual([
      '1 requests were never answered',
      '1 jobs were not done in the end',
    ]);
  });

  test('an answer that is neither a result nor 503', () => {
    expect(wrongsOf({ jobs: [first, second, { name: 'job-3', calls: [call(0, 2_010, 502), call(2_020, 2_030)] }] })).toEqual([
      'answers with status 502',
    ]);
  });

  test('a job that waits on a full worker while another has a place', () => {
    const jobs = [first, { name: 'job-3', calls: [call(0, 2_010)] }];
    const onlyOne = [work('worker-1', 'job-1', 1, 1_000), work('worker-1', 'job-3', 1_010, 2_000)];
    expect(wrongsOf({ jobs, work: onlyOne })).toEqual(['a request waited 1010 ms while a worker had a free place']);
  });

  test('not that a worker was free before it was there or after it was ended', () => {
    const gone = [
      { name: 'worker-1', since: 0 },
      { name: 'worker-2', since: 0, until: 0 },
      { name: 'worker-3', since: 1_005 },
    ];
    const jobs = [first, { name: 'job-3', calls: [call(0, 2_010)] }];
    const onlyOne = [work('worker-1', 'job-1', 1, 1_000), work('worker-1', 'job-3', 1_010, 2_000)];
    expect(wrongsOf({ jobs, work: onlyOne, workers: gone })).toEqual([]);
  });

  test('a worker with more jobs in hand than places', () => {
    const overfull = [...good.work.slice(0, 2), work('worker-1', 'job-3', 500, 2_000)];
    expect(wrongsOf({ work: overfull })).toEqual(['worker-1 had 2 jobs in hand on 1 places']);
  });

  test('work that is begun for a request already answered', () => {
    expect(wrongsOf({ work: [...good.work, work('worker-2', 'job-1', 3_000, 4_000)] })).toEqual([
      '1 jobs were begun after their request had been answered',
    ]);
  });
});

test('a job that a second worker finished has moved on', () => {
  const jobs = [{ name: 'job-1', calls: [call(0, 7_000, 200, 'worker-2')] }];
  const twice = [work('worker-1', 'job-1', 1, 500), work('worker-2', 'job-1', 5_500, 6_500)];
  expect(totalsOf({ ...good, jobs, work: twice }).movedOn).toBe(1);
});
