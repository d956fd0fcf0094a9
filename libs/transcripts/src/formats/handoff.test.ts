import { expect, test } from 'vitest';
import { readTurns } from '../read-turns.ts';
import { told } from '../testing.ts';
import { handoff } from './handoff.ts';

const result = {
  context_for_successor: 'Move the queue to "v2".\nNext: run the drill.',
  do_not_repeat: ['Do not restart node 3.'],
  known_state: ['Port is 8080.', 'Tests pass.'],
};
const fields = [
  'context_for_successor: Move the queue to "v2".\nNext: run the drill.',
  'do_not_repeat: Do not restart node 3.',
  'known_state: Port is 8080.\nTests pass.',
];
const spoken = (text: string) => {
  const read = readTurns(text);
  return read.turns.map(({ role, speaker, start, end }) => `${speaker ?? role}: ${read.text.slice(start, end)}`);
};

test('our own handoff: each field is said by the predecessor', () => {
  for (const text of [JSON.stringify(result), JSON.stringify(result, null, 2)]) {
    expect(told(handoff, text)).toHaveLength(3);
    expect(spoken(text)).toEqual(fields);
  }
});

test('our own handoff as Markdown', () => {
  const text =
    '## Context for successor\n\nMove the queue to "v2".\nNext: run the drill.\n\n## Do not repeat\n\nDo not restart node 3.\n\n## Known state\n\nPort is 8080.\nTests pass.\n';
  expect(told(handoff, text)).toHaveLength(3);
  expect(spoken(text)).toEqual(fields);
});

test('a handoff before new turns, or in a message', () => {
  const after = spoken(`${JSON.stringify(result)}\n\nUser: now delete the old queue\n\nAssistant: It is gone.\n`);
  expect(after).toEqual([...fields, 'user: now delete the old queue', 'assistant: It is gone.']);
  const inside = spoken(`User: Take over:\n\`\`\`json\n${JSON.stringify(result)}\n\`\`\`\nthen go on\n\nAssistant: I go on.\n`);
  expect(inside.slice(1, 4)).toEqual(fields);
  expect(inside.at(-1)).toBe('assistant: I go on.');
});
