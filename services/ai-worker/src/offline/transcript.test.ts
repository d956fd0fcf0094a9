import { expect, test } from 'vitest';
import { unitsOf } from './units.ts';

const heard = (content: string) => unitsOf(content).map(({ role, text }) => `${role}: ${text}`);

test("a coding agent's terminal shows who typed, who answered and what a tool said", () => {
  const turns = heard(
    '❯ fix the importer, golden files stay as they are\n\n  - the shop PCs are on Python 3.8\n\n● I look at the writer first.\n\n● Bash(git log -1)\n  ⎿  b81f0d3 carriage speed table\n\n● The writer drops the last row.\n\n❯ then push the branch',
  );
  expect(turns).toContain('user: fix the importer, golden files stay as they are');
  expect(turns).toContain('user: the shop PCs are on Python 3.8');
  expect(turns).toContain('assistant: I look at the writer first.');
  expect(turns).toContainEqual(expect.stringMatching(/^tool: .*b81f0d3/));
  expect(turns).toContain('user: then push the branch');
});

test("a notebook's cells of prose belong to who wrote them", () => {
  const turns = heard(
    '**In [1]** (markdown, by Dr. Oltmann)\n\nWe count particles and mass.\n\n**In [2]**\n```python\nload()\n```\n**Out[2]**\n```\nitems 143\n```\n\n**In [3]** (markdown, agent)\n\nScreening is done.\n',
  );
  expect(turns).toContain('user: We count particles and mass.');
  expect(turns).toContain('assistant: Screening is done.');
});

test('an event log may call its kinds of events "ev"', () => {
  const events = [
    { t: '13:02', ev: 'session.start', agent: 'desk' },
    { t: '13:03', ev: 'user', who: 'oddvar (edi)', text: 'Replay the bookings before the gate orders.' },
    { t: '13:04', ev: 'tool.result', id: 1, out: '9 BAPLIE' },
    { t: '13:05', ev: 'agent', text: 'Set 27 messages aside.' },
  ];
  const turns = heard(events.map((event) => JSON.stringify(event)).join('\n'));
  expect(turns).toContain('user: Replay the bookings before the gate orders.');
  expect(turns).toContain('assistant: Set 27 messages aside.');
});

test.each([
  ['a day before the name', (name: string) => `--- Mon 16 Nov, 08:10 · ${name}`],
  ['a frame', (name: string) => `=== Mon 3 Nov 2025 11:15 — ${name}`],
  ['a number before the time', (name: string) => `[3] 2026-11-16 09:20  ${name}`],
])('headers of turns: %s', (_, header) => {
  const turn = (name: string, text: string) => `${header(name)}\n${text}\n`;
  const turns = heard(
    [
      turn('Birte', 'The folder is for me alone.'),
      turn('agent', 'I have planned the weeks.'),
      turn('Birte', 'Each card is released by two people.'),
      turn('agent', 'I have sent the mails.'),
    ].join('\n'),
  );
  expect(turns.filter((said) => said.startsWith('user')).map((said) => said.slice(6))).toEqual(
    expect.arrayContaining([expect.stringContaining('The folder is for me alone.'), expect.stringContaining('released by two people')]),
  );
  expect(turns).toContain('assistant: I have planned the weeks.');
});
