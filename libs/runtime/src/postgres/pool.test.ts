import { ApiError } from '@rest-stop/contracts/errors.ts';
import { expect, test } from 'vitest';
import { assertReachable } from './pool.ts';

test('who gives up on a database tells what it said last, though the last look got no answer at all', async () => {
  const unknownRole = Object.assign(new Error('no such role'), { code: '28000' });
  const looks = [unknownRole, new ApiError('unavailable', 'no answer in time')];
  const giveUp = assertReachable({ query: () => Promise.reject(looks.shift() ?? new Error('looked once more')) }, 'db:5432', 100);
  await expect(giveUp).rejects.toThrow('cannot use PostgreSQL at db:5432 (28000)');
});
