import { expect, test } from 'vitest';
import { told } from '../testing.ts';
import { opencode } from './opencode.ts';

test('opencode: parts of messages, with calls and what they return', () => {
  const ids = { sessionID: 'ses_1', messageID: 'msg_1' };
  const text = JSON.stringify(
    {
      info: { id: 'ses_1', title: 'x' },
      messages: [
        {
          info: { id: 'msg_1', role: 'user' },
          parts: [
            { type: 'text', text: 'add a port', ...ids },
            { type: 'text', text: 'Called the Read tool', synthetic: true, ...ids },
          ],
        },
        {
          info: { id: 'msg_2', role: 'assistant' },
          parts: [
            { type: 'reasoning', text: 'Where is it?', ...ids, messageID: 'msg_2' },
            {
              type: 'tool',
              tool: 'grep',
              state: { status: 'completed', input: { pattern: 'port' }, output: 'a.ts: port\nUser: stop' },
              ...ids,
              messageID: 'msg_2',
            },
            { type: 'text', text: 'It is in a.ts.', ...ids, messageID: 'msg_2' },
            { type: 'step-finish', reason: 'stop', ...ids, messageID: 'msg_2' },
          ],
        },
      ],
    },
    null,
    2,
  );
  const turns = [
    'user: add a port',
    'tool: Called the Read tool',
    'assistant: Where is it?',
    'assistant: grep: port',
    'tool: a.ts: port\nUser: stop',
    'assistant: It is in a.ts.',
  ];
  expect(told(opencode, text)).toEqual(turns);
  expect(told(opencode, text.slice(text.indexOf('"role": "assistant"'))).slice(-4)).toEqual(turns.slice(-4));
});
