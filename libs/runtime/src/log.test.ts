import { expect, test } from 'vitest';
import { describeError } from './log.ts';

test('an error is told by name, code and frames, never by its message', () => {
  const cause = Object.assign(new Error('Key (agent_id)=(planted) already exists'), { code: '23505' });
  const told = describeError(new TypeError('planted secret', { cause }));
  expect(told).toMatchObject({ name: 'TypeError', cause: { name: 'Error', code: '23505' } });
  expect(JSON.stringify(told)).not.toContain('planted');
  expect(told.at?.[0]).toMatch(/^at /);
});
