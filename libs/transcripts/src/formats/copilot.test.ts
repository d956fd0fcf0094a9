import { expect, test } from 'vitest';
import { told } from '../testing.ts';
import { copilot } from './copilot.ts';

test('Visual Studio Code: an exported chat', () => {
  const response = [
    { value: 'I read it.' },
    { kind: 'toolInvocationSerialized', toolId: 'read', invocationMessage: { value: 'Read a.ts' } },
    { value: 'It is 2 now.' },
  ];
  const text = JSON.stringify({
    requesterUsername: 'ana-p',
    responderUsername: 'GitHub Copilot',
    requests: [{ requestId: 'r', message: { text: 'raise the port', parts: [] }, response }],
  });
  expect(told(copilot, text)).toEqual(['user: raise the port', 'assistant: I read it.', 'assistant: Read a.ts', 'assistant: It is 2 now.']);
});
