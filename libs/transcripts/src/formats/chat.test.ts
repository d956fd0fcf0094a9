import { expect, test } from 'vitest';
import { readTurns } from '../read-turns.ts';
import { told } from '../testing.ts';
import { chat } from './chat.ts';

const turns = ['user: We use v2.', 'user: Until when?', 'user: Until May.'];

test.each([
  '[12/01/26, 10:00:12] Ana Prado: We use v2.\n[12/01/26, 10:00:40] Ben: Until when?\n[12/01/26, 10:01:02] Ana Prado: Until May.\n',
  '12/01/2026, 10:00 - Ana Prado: We use v2.\n12/01/2026, 10:01 - Ben: Until when?\n12/01/2026, 10:02 - Ana Prado: Until May.\n',
  '10:00:12 From Ana Prado to Everyone: We use v2.\n10:00:40 From Ben to Everyone: Until when?\n10:01:02 From Ana Prado to Everyone: Until May.\n',
  'Ana Prado  10:00 AM\nWe use v2.\n\nBen  10:01 AM\nUntil when?\n\nAna Prado  10:02 AM\nUntil May.\n',
  'Ana Prado: We use v2.\nBen: Until when?\nAna Prado: Until May.\nBen: ok\n',
])('people who talk: %j', (text) => {
  expect(told(chat, text).slice(0, 3)).toEqual(turns);
  expect(readTurns(text).turns[0]).toMatchObject({ speaker: 'Ana Prado', kind: 'human' });
});

test('fields and labels are no people', () => {
  for (const text of [
    'Name: a service\nStatus: open\nName: another one\nStatus: closed\nName: third\nStatus: open\n',
    'Note: it is down\nError: no route\nNote: up again\nError: none at all\n',
  ])
    expect(readTurns(text).turns.map(({ role }) => role)).not.toContain('user');
});
