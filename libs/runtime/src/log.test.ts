import { expect, test } from 'vitest';
import { describeError } from './log.ts';

test('an error is described by name, code and frames, never by its message', () => {
  const cause = Object.assign(new Error('Key (agent_id)=(planted) already exists'), { code: '23505' });
  const described = describeError(new TypeError('planted secret', { cause }));
  expect(described).toMatchObject({ name: 'TypeError', cause: { name: 'Error', code: '23505' } });
  expect(JSON.stringify(described)).not.toContain('planted');
  expect(described.at?.[0]).toMatch(/^at /);
});
