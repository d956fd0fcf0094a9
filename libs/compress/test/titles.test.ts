import { expect, test } from 'vitest';
import { read } from '../src/index.ts';

test.each([
  '# goal: get the nightly restore test green again',
  '## Goal: move the shop to the new cluster',
  '# Mission: port the exporter to Python',
])('what a title says behind a word for the goal is not taken for the name of who speaks: %s', async (title) => {
  const { units } = await read(`${title}\n\nThe host is bkp-02, the session is called restore.\n`);
  expect(units.map(({ text }) => text)).toContain(title.replace(/^#+ /, ''));
  expect(units.every(({ speaker }) => speaker === '')).toBe(true);
});

test('a title that names who speaks may say on its line what is said', async () => {
  const { units } = await read('### User: please restart pg-02\n\n### Assistant: done, it is up again\n');
  expect(units.map(({ role, text }) => `${role}: ${text}`)).toEqual(['user: please restart pg-02', 'assistant: done, it is up again']);
});
