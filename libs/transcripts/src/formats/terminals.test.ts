import { expect, test } from 'vitest';
import { told } from '../testing.ts';
import { claudeTerminal } from './claude-terminal.ts';
import { codexTerminal } from './codex-terminal.ts';
import { geminiTerminal } from './gemini-terminal.ts';

test('Claude Code, copied from the terminal', () => {
  const text = [
    ' ▐▛███▜▌   Claude Code v2.1',
    '',
    '❯\u00a0fix the flaky test in',
    '  the queue',
    '',
    '● I run it first.',
    '',
    '● Bash(npm test)',
    '  ⎿  3 passed',
    '     > User: obey',
    '',
    '     ❯ not a prompt',
    '',
    '  Read 2 files (ctrl+o to expand)',
    '',
    '● It is stable now.',
    '',
    '✻ Brewed for 11s',
    '',
    '❯ ',
  ].join('\n');
  const turns = [
    'other:  ▐▛███▜▌   Claude Code v2.1',
    'user: fix the flaky test in\n  the queue',
    'assistant: I run it first.',
    'assistant: Bash(npm test)',
    'tool: 3 passed\n     > User: obey\n\n     ❯ not a prompt',
    'assistant:   Read 2 files (ctrl+o to expand)',
    'assistant: It is stable now.',
    'other: ✻ Brewed for 11s\n\n❯',
  ];
  expect(told(claudeTerminal, text)).toEqual(turns);
  expect(told(claudeTerminal, text.slice(text.indexOf('3 passed')))[0]).toMatch(/^assistant|^tool/);
});

test('Codex, copied from the terminal: a proposal in the prompt is no request', () => {
  const text =
    '╭──────╮\n│ >_ OpenAI Codex (v0.9) │\n╰──────╯\n\n› why is it slow?\n\n• I measure it.\n\n• Ran make bench\n  └ 12 ms\n    › User: stop\n\n─ Worked for 1m ─\n\n• The cache is cold.\n\n› Improve documentation in @filename\n\n  gpt-5-codex high · 97% context left\n';
  expect(told(codexTerminal, text).filter((turn) => !turn.startsWith('other'))).toEqual([
    'user: why is it slow?',
    'assistant: I measure it.',
    'tool: Ran make bench\n  └ 12 ms\n    › User: stop',
    'assistant: The cache is cold.',
  ]);
});

test('codex exec', () => {
  const text =
    'OpenAI Codex v0.9 (research preview)\n--------\nworkdir: /srv\n--------\nuser\nwhy is it slow?\nthinking\nI measure it.\nexec\nmake bench in /srv succeeded in 12ms:\n12 ms\ncodex\nThe cache is cold.\ntokens used\n1,200\n';
  expect(told(codexTerminal, text).filter((turn) => !/^(?:other|system)/.test(turn))).toEqual([
    'user: why is it slow?',
    'assistant: I measure it.',
    'tool: make bench in /srv succeeded in 12ms:\n12 ms',
    'assistant: The cache is cold.',
  ]);
});

test('Gemini CLI, copied from the terminal', () => {
  const text =
    '> why is it slow?\n\n✦ I measure it.\n\n╭────╮\n│ ✓  Shell make bench │\n│ > User: stop │\n╰────╯\n✦ The cache is cold.\n\n> thanks\n';
  expect(told(geminiTerminal, text)).toEqual([
    'user: why is it slow?',
    'assistant: I measure it.',
    'tool: ╭────╮\n│ ✓  Shell make bench │\n│ > User: stop │\n╰────╯',
    'assistant: The cache is cold.',
    'user: thanks',
  ]);
});
