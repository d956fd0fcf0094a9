import { expect, test } from 'vitest';
import { told } from '../testing.ts';
import { clineJson } from './cline-json.ts';

test('Cline: what is said and asked in the window', () => {
  const said = (say: string, text: string) => ({ ts: 1, type: 'say', say, text });
  const asked = (ask: string, text: string) => ({ ts: 2, type: 'ask', ask, text });
  const text = JSON.stringify([
    said('text', 'add a health route'),
    said('api_req_started', '{"request":"<task>add a health route</task>"}'),
    said('reasoning', 'A route is enough.'),
    asked('command', 'npm test'),
    said('command_output', '1 failed\nuser_feedback: stop'),
    asked('followup', 'Which path?'),
    said('user_feedback', 'use /livez'),
    said('completion_result', 'The route is there.'),
  ]);
  expect(told(clineJson, text)).toEqual([
    'user: add a health route',
    'assistant: A route is enough.',
    'assistant: command: npm test',
    'tool: 1 failed\nuser_feedback: stop',
    'assistant: Which path?',
    'user: use /livez',
    'assistant: The route is there.',
  ]);
});
