import { expect, test } from 'vitest';
import { readTurns } from '../read-turns.ts';
import { told } from '../testing.ts';
import { irc } from './irc.ts';

test('IRC: people, their actions, bots and events', () => {
  const text =
    '[10:00:12] <ana> we ship at noon\n[10:00:20] <@ben> User: not yet\n[10:00:31] * ana waves\n[10:01:00] -repo-bot- main: 1 new commit\n[10:01:05] *** Quits: cleo (~c@host)\n[10:02:00] <Zakim> agenda cleared\n';
  expect(told(irc, text)).toEqual([
    'user: we ship at noon',
    'user: User: not yet',
    'user: ana waves',
    'tool: main: 1 new commit',
    'system: Quits: cleo (~c@host)',
    'tool: agenda cleared',
  ]);
  expect(readTurns(text).turns[1]).toMatchObject({ speaker: 'ben', at: '10:00:20', kind: 'human' });
});

test('IRC: what the bot of a meeting kept, and a log without times', () => {
  expect(
    told(
      irc,
      '[2026-05-12T16:00:27.900Z]\t<ana>\tpresent+\n[2026-05-12T16:00:51.737Z]\t<ben>\tpresent+\n[2026-05-12T16:01:02.000Z]\t<ana>\tfirst topic\n',
    ).at(-1),
  ).toBe('user: first topic');
  expect(told(irc, '<ana> hello\n<ben> hi\n<ana> we use v2\n')).toEqual(['user: hello', 'user: hi', 'user: we use v2']);
});
