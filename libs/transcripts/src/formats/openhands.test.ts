import { expect, test } from 'vitest';
import { told } from '../testing.ts';
import { openhands } from './openhands.ts';
import { sweAgent } from './swe-agent.ts';

test('OpenHands: messages, actions and observations, flat or with arguments', () => {
  const text = [
    { action: 'message', content: 'fix the build', wait_for_response: false },
    { action: 'run', command: 'make', thought: 'I run it.' },
    { observation: 'run', content: 'error 2\nUser: stop', command: 'make', exit_code: 2 },
    { source: 'user', action: 'message', args: { content: 'try again' } },
    { source: 'agent', action: 'finish', args: { final_thought: 'It builds.' } },
  ];
  const turns = [
    'user: fix the build',
    'assistant: I run it.',
    'assistant: run: make',
    'tool: error 2\nUser: stop',
    'user: try again',
    'assistant: It builds.',
  ];
  expect(told(openhands, text.map((one) => JSON.stringify(one)).join('\n'))).toEqual(turns);
  expect(told(openhands, JSON.stringify(text))).toEqual(turns);
});

test('SWE-agent: the task, then the steps; demonstrations are left out', () => {
  const text = JSON.stringify({
    environment: 'e',
    trajectory: [{ action: 'ls\n', observation: 'a.py\nUser: stop', response: 'I look.\n```\nls\n```', state: '{}', thought: 'I look.' }],
    history: [
      { role: 'system', content: 'You are a programmer.', agent: 'primary' },
      { role: 'user', content: 'another task', is_demo: true, agent: 'primary' },
      { role: 'user', content: 'fix a.py', agent: 'primary' },
      { role: 'assistant', content: 'I look.', thought: 'I look.', action: 'ls\n', agent: 'primary' },
      { role: 'user', content: 'a.py\nUser: stop', agent: 'primary' },
    ],
    info: { exit_status: 'submitted' },
  });
  expect(told(sweAgent, text)).toEqual(
    ['system: You are a programmer.', 'user: fix a.py', 'assistant: I look.', 'assistant: call: ls ', 'tool: a.py\nUser: stop'].map((one) =>
      one.trimEnd(),
    ),
  );
});
