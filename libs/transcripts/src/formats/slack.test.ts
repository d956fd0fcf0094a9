import { expect, test } from 'vitest';
import { readTurns } from '../read-turns.ts';
import { told } from '../testing.ts';
import { slack } from './slack.ts';
import { zulip } from './zulip.ts';

test('Slack: people with their names, bots and events', () => {
  const text = JSON.stringify([
    {
      type: 'message',
      user: 'U1',
      user_profile: { real_name: 'Ana Prado' },
      text: 'Deploy at *noon*',
      ts: '1700000000.000100',
      blocks: [{ type: 'rich_text', text: 'Deploy' }],
    },
    { type: 'message', subtype: 'bot_message', bot_id: 'B1', username: 'ci', text: 'build failed', ts: '1700000001.000100' },
    { type: 'message', subtype: 'channel_join', user: 'U2', text: '<@U2> has joined', ts: '1700000002.000100' },
  ]);
  expect(told(slack, text)).toEqual(['user: Deploy at *noon*', 'tool: build failed', 'system: <@U2> has joined']);
  expect(readTurns(text).turns[0]).toMatchObject({ speaker: 'Ana Prado', kind: 'human' });
});

test('Zulip: what its markup shows', () => {
  const text = JSON.stringify([
    { id: 1, sender_full_name: 'Ben Oduya', content: '<p>Use <code>a &lt; b</code>.</p>\n<p>Then stop.</p>', timestamp: 1 },
  ]);
  expect(told(zulip, text)).toEqual(['user: Use a < b.\n\nThen stop.']);
});
