import { describe, expect, test } from 'vitest';
import { readSession } from './session.ts';

const lines = (...values: unknown[]) => values.map((value) => JSON.stringify(value)).join('\n');

describe('Claude Code', () => {
  const line = (type: string, content: unknown, more = {}) => ({ type, sessionId: 's', message: { role: type, content }, ...more });
  const file = lines(
    { type: 'file-history-snapshot', snapshot: {} },
    line('user', 'Find out why the upload fails.', { uuid: '1' }),
    line('assistant', [{ type: 'thinking', thinking: 'Hm.', signature: 'x' }], { uuid: '2' }),
    line('assistant', [{ type: 'text', text: 'I look at the log.' }], { uuid: '3' }),
    line('assistant', [{ type: 'tool_use', id: 't', name: 'Bash', input: { command: 'cat log' } }], { uuid: '4' }),
    line('user', [{ type: 'tool_result', tool_use_id: 't', content: [{ type: 'text', text: 'disk full' }], is_error: true }], {
      uuid: '5',
    }),
    line(
      'user',
      [
        { type: 'text', text: 'And this?' },
        { type: 'image', source: {} },
      ],
      { uuid: '6' },
    ),
    line('user', 'And this?', { uuid: '6' }),
    line('user', 'a warning of the program', { isMeta: true }),
    line('assistant', 'what a sub-agent said', { isSidechain: true }),
    line('user', 'What went before.', { isCompactSummary: true }),
  );

  test('is told turn by turn', () => {
    expect(readSession(file)).toMatchObject({
      kind: 'claude-code',
      text: `[user]
Find out why the upload fails.

[assistant]
I look at the log.

[tool] Bash {"command":"cat log"}

[tool result, failed]
disk full

[user]
And this?

[system]
What went before.`,
    });
  });

  test('says what was left out', () => {
    expect(readSession(file).leftOut).toEqual({
      'pieces of reasoning': 1,
      'pieces of type image': 1,
      'notes of the program': 1,
      'messages of sub-agents': 1,
    });
  });

  test('whose last line was cut is read all the same', () => {
    expect(readSession(`${file}\n{"type":"assist`)).toMatchObject({ kind: 'claude-code', leftOut: { 'lines that were cut': 1 } });
  });
});

describe('Codex', () => {
  const item = (payload: unknown) => ({ timestamp: 't', type: 'response_item', payload });
  const event = (type: string, message: string) => ({ timestamp: 't', type: 'event_msg', payload: { type, message } });
  const meta = { timestamp: 't', type: 'session_meta', payload: { id: 'i', cwd: '/', instructions: 'Use tabs.' } };

  test('is told from its response items, each thing once', () => {
    const file = lines(
      meta,
      item({ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Fix it.' }] }),
      event('user_message', 'Fix it.'),
      { timestamp: 't', type: 'turn_context', payload: { model: 'm' } },
      item({ type: 'reasoning', summary: [], encrypted_content: 'x' }),
      item({ type: 'function_call', name: 'shell', arguments: '{"command":["ls"]}', call_id: 'c' }),
      item({ type: 'function_call_output', call_id: 'c', output: '{"output":"a.txt","metadata":{"exit_code":0}}' }),
      item({ type: 'custom_tool_call', name: 'apply_patch', input: '*** Begin Patch', call_id: 'd' }),
      item({ type: 'custom_tool_call_output', call_id: 'd', output: 'Done' }),
      item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Fixed.' }] }),
      event('agent_message', 'Fixed.'),
    );
    expect(readSession(file)).toEqual({
      kind: 'codex',
      text: `[system]
Use tabs.

[user]
Fix it.

[tool] shell {"command":["ls"]}

[tool result]
a.txt

[tool] apply_patch *** Begin Patch

[tool result]
Done

[assistant]
Fixed.`,
      leftOut: { 'pieces of reasoning': 1 },
    });
  });

  test('is told from its events where there is nothing else', () => {
    const file = lines(meta, event('user_message', 'Fix it.'), event('agent_message', 'Fixed.'), event('token_count', ''));
    expect(readSession(file).text).toContain('[user]\nFix it.\n\n[assistant]\nFixed.');
  });
});

describe('messages', () => {
  const messages = [
    { role: 'system', content: 'Be brief.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What is in it?' },
        { type: 'image_url', image_url: { url: 'x' } },
      ],
    },
    { role: 'assistant', content: null, tool_calls: [{ id: 'c', type: 'function', function: { name: 'look', arguments: '{"at":1}' } }] },
    { role: 'tool', tool_call_id: 'c', content: 'a cat' },
    { role: 'assistant', content: 'A cat.' },
  ];
  const text = '[system]\nBe brief.\n\n[user]\nWhat is in it?\n\n[tool] look {"at":1}\n\n[tool result]\na cat\n\n[assistant]\nA cat.';

  test.each([
    ['a list', JSON.stringify(messages)],
    ['a request', JSON.stringify({ model: 'm', messages }, null, 2)],
    ['JSON lines', lines(...messages)],
  ])('as %s', (_name, file) => {
    expect(readSession(file)).toEqual({ kind: 'messages', text, leftOut: { 'pieces of type image_url': 1 } });
  });

  test('as items of the Responses API and of the Agents SDK', () => {
    const items = [
      { type: 'message', role: 'user', content: 'Copy it.' },
      { type: 'reasoning', id: 'r', content: [] },
      { type: 'function_call', callId: 'c', name: 'copy', arguments: '{"all":true}', status: 'completed' },
      { type: 'function_call_result', callId: 'c', name: 'copy', status: 'completed', output: { type: 'text', text: 'copied 3' } },
      { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: 'Done.' }] },
    ];
    expect(readSession(JSON.stringify(items))).toEqual({
      kind: 'messages',
      text: '[user]\nCopy it.\n\n[tool] copy {"all":true}\n\n[tool result]\ncopied 3\n\n[assistant]\nDone.',
      leftOut: { 'pieces of reasoning': 1 },
    });
  });

  test('with the rules beside them', () => {
    expect(readSession(JSON.stringify({ system: 'Be brief.', messages: [{ role: 'user', content: 'Hi.' }] })).text).toBe(
      '[system]\nBe brief.\n\n[user]\nHi.',
    );
  });
});

test.each([
  ['markdown', '# Notes\n\nUser: please.\n'],
  ['JSON of something else', '{"a": [1, 2]}'],
  ['log lines', lines({ level: 'info', msg: 'a' }, { level: 'warn', msg: 'b' })],
  ['text with a message in it', `Here is one:\n{"role":"user","content":"x"}\nand more\n`],
])('%s stays as it is', (_name, file) => {
  expect(readSession(file)).toEqual({ kind: 'text', text: file, leftOut: {} });
});
