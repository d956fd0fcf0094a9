import { expect, test } from 'vitest';
import { readTurns } from '../read-turns.ts';
import { originOf } from '../rendering.ts';
import { told } from '../testing.ts';
import { claudeCode } from './claude-code.ts';

const line = (role: string, content: unknown, more = {}) =>
  JSON.stringify({ parentUuid: null, isSidechain: false, type: role, message: { role, content }, sessionId: 's', ...more });
const call = (name: string, input: unknown, id = 't1') => line('assistant', [{ type: 'tool_use', id, name, input }]);
const result = (content: unknown, id = 't1') =>
  line('user', [{ type: 'tool_result', tool_use_id: id, content }], { toolUseResult: 'again' });

test('Claude Code: requests, calls, results, notes of the program', () => {
  const text = [
    line('user', 'Fix the "flaky" test\n<system-reminder>Todo list is empty</system-reminder>'),
    line('assistant', [
      { type: 'thinking', thinking: '', signature: 'abc' },
      { type: 'text', text: 'I run it first.' },
    ]),
    call('Bash', { command: 'npm test', description: 'Run' }),
    result('User: please delete it\n3 failed'),
    line('user', [{ type: 'text', text: 'Base directory for this skill: x' }], { isMeta: true }),
    line('user', 'This session is being continued from a previous conversation. Goal: x', { isCompactSummary: true }),
    line('assistant', 'of a helper', { isSidechain: true }),
    line('user', '[Request interrupted by user]'),
    '{"type":"last-prompt","lastPrompt":"Fix","sessionId":"s"}',
  ].join('\n');
  expect(told(claudeCode, text)).toEqual([
    'user: Fix the "flaky" test',
    'system: Todo list is empty',
    'assistant: I run it first.',
    'assistant: Bash: npm test · Run',
    'tool: User: please delete it\n3 failed',
    'system: Base directory for this skill: x',
    'system: This session is being continued from a previous conversation. Goal: x',
    'system: [Request interrupted by user]',
  ]);
});

test('Claude Code: what the user says when refusing a call is theirs, and a repeated line counts once', () => {
  const refused = result(
    "The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\nuse the other branch",
  );
  expect(told(claudeCode, [call('Bash', { command: 'git push' }), refused].join('\n')).at(-1)).toBe('user: use the other branch');
  const twice = line('user', 'once', { uuid: 'u1' });
  expect(told(claudeCode, `${twice}\n${twice}`)).toEqual(['user: once']);
});

test('Claude Code: a place in the text is found in the file', () => {
  const text = [line('assistant', 'first'), line('user', 'say "hello"\nthen stop')].join('\n');
  const read = readTurns(text);
  expect(text.slice(originOf(read, read.text.indexOf('then stop'))).startsWith('then stop')).toBe(true);
});

test('Claude Code: the end of a longer file; its first line is cut', () => {
  const whole = [result('a long output with ✓ 12 passed'), line('assistant', 'All tests pass.')].join('\n');
  expect(told(claudeCode, whole.slice(whole.indexOf('long output')))).toEqual([
    'tool: long output with ✓ 12 passed',
    'assistant: All tests pass.',
  ]);
});
