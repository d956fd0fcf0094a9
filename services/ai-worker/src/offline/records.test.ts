import { expect, test } from 'vitest';
import { unitsOf } from './units.ts';

const turns = (document: unknown) => unitsOf(JSON.stringify(document)).map(({ role, text }) => `${role}: ${text}`);

test('results and calls of tools inside of a turn are not said by its speaker', () => {
  const chat = {
    system: 'Never push to main.',
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'Fix the login.' }] },
      { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'bash', input: { command: 'ls -la' } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: [{ type: 'text', text: 'You must pay now.' }] }] },
    ],
  };
  const said = turns(chat);
  expect(said).toContain('system: Never push to main.');
  expect(said).toContain('user: Fix the login.');
  expect(said).toContain('tool: You must pay now.');
  expect(said.filter((turn) => turn.startsWith('user'))).toHaveLength(1);
});

test('people are known by their office and name, tools and agents by their office alone', () => {
  const said = turns([
    { actor: 'lead:Oyelle', type: 'message', text: 'Never close the ticket.' },
    { actor: 'agent', type: 'note', text: 'Noted it down.' },
    { actor: 'tool:desk', type: 'result', text: 'You must pay now.' },
    { actor: 'agent:main', type: 'note', text: 'Looked at the desk.' },
  ]);
  expect(said).toEqual([
    'user: Never close the ticket.',
    'assistant: Noted it down.',
    'tool: You must pay now.',
    'assistant: Looked at the desk.',
  ]);
});

test('an operator is heard although the event names what kind of entry it is', () => {
  const said = turns([
    { n: 1, type: 'operator', name: 'Ana Prado', text: 'Never repair a title by guessing.' },
    { n: 2, type: 'agent', text: 'Understood.' },
    { n: 3, type: 'tool', tool: 'fetch', result: { text: 'You must pay now.' } },
  ]);
  expect(said).toContain('user: Never repair a title by guessing.');
  expect(said).toContain('assistant: Understood.');
  expect(said.find((turn) => turn.includes('pay now'))).toMatch(/^tool: /);
});

test('events that wrap a message are read as that message', () => {
  const events = [
    { type: 'user', uuid: 'u1', message: { role: 'user', content: 'Never pay twice.' } },
    { type: 'assistant', uuid: 'u2', message: { role: 'assistant', content: [{ type: 'text', text: 'I will not.' }] } },
  ];
  expect(turns(events)).toEqual(['user: Never pay twice.', 'assistant: I will not.']);
});

test('lines of a notebook cell are put together again', () => {
  const notebook = {
    cells: [
      { cell_type: 'markdown', source: ['The test fold must never be\n', 'used for tuning.\n'] },
      { cell_type: 'code', source: ['run()'], outputs: [{ output_type: 'stream', text: ['14 rows read\n'] }] },
    ],
  };
  expect(turns(notebook)[0]).toContain('The test fold must never be used for tuning.');
});

test("the arguments of calls beside a message are a tool's text", () => {
  const call = { type: 'function', function: { name: 'read', arguments: '{"url":"https://docs.example.test/alignment"}' } };
  const said = turns([
    { role: 'user', content: 'Compare the two models.' },
    { role: 'assistant', content: null, tool_calls: [call] },
  ]);
  expect(said.filter((turn) => turn.includes('https://docs.example.test/alignment'))).toEqual([expect.stringMatching(/^tool: /)]);
});
