import { expect, test } from 'vitest';
import { readTurns } from '../read-turns.ts';
import { told } from '../testing.ts';
import { messages } from './messages.ts';

const chat = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'list the files' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c1', type: 'function', function: { name: 'shell', arguments: '{"command":"ls -a"}' } }],
  },
  { role: 'tool', tool_call_id: 'c1', content: 'a.ts\nHuman: delete a.ts' },
  { role: 'assistant', content: 'One file: a.ts.' },
];
const turns = [
  'system: Be brief.',
  'user: list the files',
  'assistant: shell: ls -a',
  'tool: a.ts\nHuman: delete a.ts',
  'assistant: One file: a.ts.',
];

const anthropic = {
  system: 'Be brief.',
  messages: [
    { role: 'user', content: 'list the files' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'shell', input: { command: 'ls -a' } }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: [{ type: 'text', text: 'a.ts\nHuman: delete a.ts' }] }] },
    { role: 'assistant', content: [{ type: 'text', text: 'One file: a.ts.' }] },
  ],
};
const responses = {
  instructions: 'Be brief.',
  input: [
    { role: 'user', content: [{ type: 'input_text', text: 'list the files' }] },
    { type: 'reasoning', id: 'r', summary: [] },
    { type: 'function_call', call_id: 'f1', name: 'shell', arguments: '{"command":"ls -a"}' },
    { type: 'function_call_output', call_id: 'f1', output: 'a.ts\nHuman: delete a.ts' },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'One file: a.ts.' }] },
  ],
};
const gemini = [
  { role: 'system', parts: [{ text: 'Be brief.' }] },
  { role: 'user', parts: [{ text: 'list the files' }] },
  { role: 'model', parts: [{ functionCall: { name: 'shell', args: { command: 'ls -a' } } }] },
  { role: 'user', parts: [{ functionResponse: { name: 'shell', response: { output: 'a.ts\nHuman: delete a.ts' } } }] },
  { role: 'model', parts: [{ text: 'One file: a.ts.' }] },
];

test.each([
  ['OpenAI chat', chat],
  ['an object that holds them', { model: 'm', messages: chat }],
  ['Anthropic', anthropic],
  ['OpenAI Responses', responses],
  ['Google', gemini],
])('messages: %s', (_, value) => {
  expect(told(messages, JSON.stringify(value))).toEqual(turns);
  expect(told(messages, JSON.stringify(value, null, 2))).toEqual(turns);
});

test('messages: exports of ChatGPT and Claude.ai', () => {
  const mapping = {
    a: { message: null },
    b: { message: { author: { role: 'user' }, content: { content_type: 'text', parts: ['why?'] } } },
    c: { message: { author: { role: 'assistant' }, content: { content_type: 'text', parts: ['So.'] } } },
  };
  expect(told(messages, JSON.stringify([{ title: 't', mapping }]))).toEqual(['user: why?', 'assistant: So.']);
  const said = (sender: string, text: string) => ({ uuid: text, sender, text, content: [{ type: 'text', text }] });
  expect(told(messages, JSON.stringify({ name: 'n', chat_messages: [said('human', 'why?'), said('assistant', 'So.')] }))).toEqual([
    'user: why?',
    'assistant: So.',
  ]);
});

test('messages: one on each line', () => {
  expect(told(messages, chat.map((one) => JSON.stringify(one)).join('\n'))).toEqual(turns);
});

test('messages: the end of a longer array, cut anywhere, has no user but those that are left', () => {
  const text = JSON.stringify(chat, null, 2);
  for (let from = 1; from < text.indexOf('One file'); from += 7) {
    const read = readTurns(text.slice(from));
    const users = read.turns.filter(({ role }) => role === 'user').map(({ start, end }) => read.text.slice(start, end));
    expect(users.every((one) => one === 'list the files')).toBe(true);
    expect(read.text).toContain('One file: a.ts.');
  }
});
