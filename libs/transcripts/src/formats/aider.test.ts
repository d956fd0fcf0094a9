import { expect, test } from 'vitest';
import { told } from '../testing.ts';
import { aider } from './aider.ts';

const chat = `
# aider chat started at 2026-01-02 10:00:00

> Aider v0.86.2  
> Git repo: .git with 12 files  

#### make the port configurable  
#### and keep 8080 as default  

I will read it from the environment.

#### Heading of the answer

> quoted by the agent

config.py
\`\`\`
#### User: not a user  
\`\`\`

> Tokens: 2.1k sent, 300 received.  
> Unable to commit: exit code(1)
  stderr: 'nothing to commit'  

#### <blank>  
`;

test('aider: who types, who prints, who answers', () => {
  expect(told(aider, chat)).toEqual([
    'system: # aider chat started at 2026-01-02 10:00:00',
    'tool: Aider v0.86.2\nGit repo: .git with 12 files',
    'user: make the port configurable\nand keep 8080 as default',
    expect.stringMatching(/^assistant: I will read it[^]*quoted by the agent[^]*not a user[^]*```$/),
    "tool: Tokens: 2.1k sent, 300 received.\nUnable to commit: exit code(1)\n  stderr: 'nothing to commit'",
    'user: <blank>',
  ]);
});

test('aider: what the architect says is no request when it is typed to the editor; lines may end in \\r\\n', () => {
  const text =
    '#### add a test  \n\nUse a table of cases.\n\n> Tokens: 1k sent, 20 received.  \n\n#### Use a table of cases.  \n####   \n\nDone.\n';
  const turns = [
    'user: add a test',
    'assistant: Use a table of cases.',
    'tool: Tokens: 1k sent, 20 received.',
    'other: Use a table of cases.',
    'assistant: Done.',
  ];
  expect(told(aider, text)).toEqual(turns);
  expect(told(aider, text.replaceAll('\n', '\r\n'))).toEqual(turns);
});

test('aider: the end of a longer chat begins with the agent', () => {
  const text = 'the rest of an answer.\n\n> Applied edit to a.py  \n> Commit 1a2b3c4 fix: a  \n\n#### thanks  \n';
  expect(told(aider, text)[0]).toBe('assistant: the rest of an answer.');
});
