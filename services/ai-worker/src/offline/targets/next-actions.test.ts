import { expect, test } from 'vitest';
import { analyse } from '../analysis.ts';
import { nextActions } from './next-actions.ts';

const chat = [
  'User: Never mail customers with the tag press-embargo, because legal is still checking.',
  'Assistant: Imported 4,312 contacts into list SL-204.',
  'User: It is still undecided whether subject line A or B goes out.',
  'Assistant: Understood. Next step: check the sender address of list SL-204 before Monday.',
  'User: Thanks! Please prepare drafts/june-v3.html with code SUMMER15B. Do not schedule it yet.',
].join('\n\n');

const actions = nextActions(analyse(chat), 4_000).actions;

test('begins with the last request, what it forbids after it', () => {
  expect(actions[0]).toMatchObject({ priority: 'high', do: 'Please prepare drafts/june-v3.html with code SUMMER15B.' });
  expect(actions[1]).toMatchObject({ priority: 'high', do: 'Do not schedule it yet.' });
});

test('holds open work, what is undecided, and the bans with their reasons', () => {
  const said = actions.map((action) => action.do);
  expect(said).toContain('Next step: check the sender address of list SL-204 before Monday.');
  expect(actions.find((action) => action.do.includes('undecided'))?.why).toMatch(/^Undecided\./);
  expect(actions).toContainEqual({
    priority: 'medium',
    do: 'Never mail customers with the tag press-embargo',
    why: 'because legal is still checking.',
  });
});

test('holds no courtesies and is ordered by priority', () => {
  expect(actions.map((action) => action.do).join(' ')).not.toMatch(/Thanks|Understood/);
  const ranks = actions.map((action) => ['high', 'medium', 'low'].indexOf(action.priority));
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
});
