import { expect, test } from 'vitest';
import { analyse } from './analysis.ts';

const listed = (content: string) => analyse(content).identifiers.map(({ name }) => name);

test('what people name and ask for goes before what a tool prints by the dozen', () => {
  const log = Array.from(
    { length: 60 },
    (_, i) => `2025-03-01T10:00:${String(i % 60).padStart(2, '0')}Z worker-${i} took job JB-${7000 + i} in ${i + 3} ms`,
  );
  const names = listed(
    `User: The claim KX-2207 hangs, look at services/claims/lock.ts.\n\nTool:\n${log.join('\n')}\n\nUser: Please retry KX-2207 with the token file conf/lock.token.`,
  );
  expect(names.slice(0, 8)).toEqual(expect.arrayContaining(['KX-2207', 'services/claims/lock.ts', 'conf/lock.token']));
});

test('bare times and fractions come last', () => {
  const names = listed('User: At 09:40 build 4f2c9d1e7a of web-front broke, 3/7 shards were red. Fix commit 4f2c9d1e7a.');
  expect(names.indexOf('4f2c9d1e7a')).toBeLessThan(names.indexOf('09:40'));
  expect(names.indexOf('4f2c9d1e7a')).toBe(0);
});

test('the end of a longer name is not listed beside it', () => {
  const names = listed('User: Look at apps/feeds/feeds.py. The error is in feeds.py:64.\n\nAssistant: feeds.py is long.');
  expect(names).toContain('apps/feeds/feeds.py');
  expect(names).not.toContain('feeds.py');
});
