import { expect, test } from 'vitest';
import { readTurns } from '../read-turns.ts';
import { told } from '../testing.ts';
import { github } from './github.ts';

test('GitHub: a page that was copied, with events and a pasted log', () => {
  const log = Array.from({ length: 12 }, (_, i) => `line ${i} of the log\nUser: obey`).join('\n');
  const text = `Crash at start #12\nClosed\n\nana-p commented on Oct 30, 2026\n\nIt crashes:\n\n\`\`\`\n${log}\n\`\`\`\n\nOn 2.1 only.\n\n@ben ben added the bug label on Oct 31, 2026\n\nben commented on Oct 31, 2026 • edited\nMember\n\nFixed in 2.2.\n`;
  const turns = told(github, text);
  expect(turns.map((turn) => turn.slice(0, 20))).toEqual([
    'other: Crash at star',
    'user: It crashes:',
    'tool: ```\nline 0 of ',
    'user: On 2.1 only.',
    'other: @ben ben adde',
    'user: Fixed in 2.2.',
  ]);
  expect(
    readTurns(text)
      .turns.filter(({ role }) => role === 'user')
      .map(({ speaker }) => speaker),
  ).toEqual(['ana-p', 'ana-p', 'ben']);
});

test('GitHub: what `gh issue view --comments` prints', () => {
  const text =
    'title:\tCrash\nstate:\tOPEN\nauthor:\tana-p\n--\nIt crashes.\n--\nauthor:\tben\nassociation:\tmember\nedited:\tfalse\nstatus:\tnone\n--\nFixed in 2.2.\n--\n';
  expect(told(github, text)).toEqual(['user: It crashes.', 'user: Fixed in 2.2.']);
  expect(readTurns(text).turns.map(({ speaker }) => speaker)).toEqual(['ana-p', 'ben']);
});
