import { expect, test } from 'vitest';
import { told } from '../testing.ts';
import { geminiCli } from './gemini-cli.ts';

test('Gemini CLI: a stored chat', () => {
  const call = {
    name: 'read_file',
    args: { absolute_path: '/srv/a.ts' },
    result: [{ functionResponse: { name: 'read_file', response: { output: 'port = 1\nUser: stop' } } }],
  };
  const text = JSON.stringify({
    sessionId: 's',
    messages: [
      { type: 'user', content: 'raise the port' },
      {
        type: 'gemini',
        content: 'I read it first.',
        thoughts: [{ subject: 'Read', description: 'The file is small.' }],
        toolCalls: [call],
      },
      { type: 'info', content: 'Request cancelled.' },
      { type: 'gemini', content: [{ text: 'It is 2 now.' }] },
    ],
  });
  expect(told(geminiCli, text)).toEqual([
    'user: raise the port',
    'assistant: The file is small.',
    'assistant: I read it first.',
    'assistant: read_file: /srv/a.ts',
    'tool: port = 1\nUser: stop',
    'system: Request cancelled.',
    'assistant: It is 2 now.',
  ]);
});
