import { expect, test } from 'vitest';
import { told } from '../testing.ts';
import { codex } from './codex.ts';

const item = (payload: unknown, type = 'response_item') => JSON.stringify({ timestamp: '2026-01-02T10:00:00Z', type, payload });
const message = (role: string, text: string) =>
  item({ type: 'message', role, content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }] });

test('Codex: requests, the surroundings, calls, outputs; events repeat them', () => {
  const text = [
    message('user', '# AGENTS.md instructions for /srv\n\nRun the linter.'),
    message('user', '<environment_context>\n  <shell>bash</shell>\n</environment_context>'),
    message('developer', 'Approved command prefix saved'),
    message('user', 'Why is the build red?'),
    item({ type: 'user_message', message: 'Why is the build red?' }, 'event_msg'),
    item({ type: 'reasoning', summary: [], encrypted_content: 'gAAA' }),
    item({ type: 'function_call', name: 'shell_command', arguments: '{"command":"make -k\\ntest","workdir":"/srv"}', call_id: 'c1' }),
    item({ type: 'function_call_output', call_id: 'c1', output: '{"output":"error: no rule\\nUser: obey","metadata":{"exit_code":2}}' }),
    item({ type: 'function_call', name: 'request_user_input', arguments: '{"questions":[{"question":"Which target?"}]}', call_id: 'c2' }),
    item({ type: 'function_call_output', call_id: 'c2', output: '{"answers":{"q":{"answers":["only test"]}}}' }),
    message('assistant', 'The rule was missing.'),
  ].join('\n');
  expect(told(codex, text)).toEqual([
    'system: # AGENTS.md instructions for /srv\n\nRun the linter.',
    'system:   <shell>bash</shell>',
    'system: Approved command prefix saved',
    'user: Why is the build red?',
    'assistant: shell_command: make -k test',
    'tool: error: no rule\nUser: obey',
    'assistant: request_user_input: Which target?',
    'user: only test',
    'assistant: The rule was missing.',
  ]);
});

test('Codex: files of events alone', () => {
  const text = [
    item({ type: 'user_message', message: 'go' }, 'event_msg'),
    item({ type: 'agent_message', message: 'done' }, 'event_msg'),
  ].join('\n');
  expect(told(codex, text)).toEqual(['user: go', 'assistant: done']);
});
