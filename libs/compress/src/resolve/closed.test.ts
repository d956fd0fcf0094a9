import { expect, test } from 'vitest';
import { compress, read } from '../index.ts';

const STEPS = [
  'Write the migration for the orders table',
  'Deploy the api to the second region',
  'Send the report of the load test to Ana',
];
const TEXT = (marks: readonly string[]): string =>
  [
    'User: We move the shop to the second region. The goal is that both regions serve orders by themselves, and nobody may touch the old database.',
    'Assistant: Understood. What is left to do, and what I have done so far, stands in this list:',
    '',
    ...STEPS.map((step, i) => `- [${marks[i]!}] ${step}`),
    '',
    'User: Go on with what is open. Never drop a table of production, and tell me before you restart anything in the first region.',
    'Assistant: I will. The replication lag was 4 seconds at noon, so there is room for the second step this evening.',
  ].join('\n');

test.each([0, 1, 2])('step %i of a list is an open one until it is ticked', async (ticked) => {
  const boxes = STEPS.map((_, i) => (i === ticked ? 'x' : ' '));
  const reading = await read(TEXT(boxes));
  const closed = reading.units.filter(({ order }) => reading.closed.has(order)).map(({ text }) => text);
  expect(closed.filter((text) => STEPS.some((step) => text.endsWith(step)))).toEqual([`[x] ${STEPS[ticked]!}`]);
  const actions = JSON.stringify(compress(reading, 'next_actions'));
  expect(STEPS.filter((step) => actions.includes(step))).toEqual(STEPS.filter((_, i) => i !== ticked));
});

test('what a list calls open is not closed where nothing later speaks of it', async () => {
  const ask = 'ask Bea whether the cron on db-4 is still needed';
  for (const [mark, heading] of [
    ['1. ', 'TODO'],
    ['- [ ] ', ''],
    ['- ', '## Open questions'],
  ]) {
    const { units, closed } = await read(`${heading}\n${mark}archive the old site\n${mark}${ask}`);
    expect(units.filter(({ order, text }) => closed.has(order) && text.endsWith(ask))).toEqual([]);
  }
});

test('and is closed where something does', async () => {
  const asked = 'does the replica in Oslo keep up with the orders?';
  const { units, closed } = await read(
    [
      `User: We move the shop to the second region.\n\n## Open questions\n- ${asked}\n- who pays for the review?\n`,
      'Assistant: I measured it: the replica in Oslo keeps up with the orders, its lag is 4 seconds.\n',
      'User: Good. The invoice goes to Ana.',
    ].join('\n'),
  );
  expect([...closed].map((order) => units[order]!.text)).toEqual([asked]);
});
