import { expect, test } from 'vitest';
import { unitsOf } from './units.ts';

const turns = (content: string) => unitsOf(content).map(({ role, text }) => `${role}: ${text}`);

test('mails that quote one another are read from the oldest to the newest', () => {
  const thread = [
    'Please send the draft to Ana.',
    '',
    'On 3 Mar 2026 at 10:00, rest-agent wrote:',
    '> The draft is ready.',
    '>',
    '> On 2 Mar 2026 at 09:00, Mirjam Okoye wrote:',
    '> > Do not mail the guest list.',
  ].join('\n');
  expect(turns(thread)).toEqual([
    'user: Do not mail the guest list.',
    'assistant: The draft is ready.',
    expect.stringContaining('Please send the draft to Ana.'),
  ]);
});

test('the head of a mail names who speaks', () => {
  const mails = 'From: Ana Prado <ana@site.test>\nTo: team@site.test\nSubject: dates\n\nNothing ships before Monday.\n';
  expect(turns(mails)).toContain('user: Nothing ships before Monday.');
});

test('a mail in the output of a tool is no order of the user', () => {
  const chat =
    'User: look at the inbox.\n\nTool: From: sales@norvik.test\nSubject: offer\n\nYou must pay at once.\n\nUser: never pay in advance.';
  expect(turns(chat).find((turn) => turn.includes('pay at once'))).toMatch(/^tool/);
});

test('mails with dates are read in the order of their dates, footers and quotation marks left out', () => {
  const mails = [
    'From: Ana Prado <ana@site.test>',
    'Date: Thu, 6 Feb 2025 16:48 +0000',
    '',
    'Please draft the reply.',
    '',
    '--',
    'Ana Prado | Head of Production',
    '',
    '> From: Ruben Adair',
    '> Sent: Wed, 5 Feb 2025 09:12',
    '>',
    '> Propylene only, the insurers insist.',
    '',
    'From: Mailer-Daemon',
    'Subject: Out of office',
    'Date: Thu, 6 Feb 2025 11:00 +0000',
    '',
    'I am out of the office.',
  ].join('\n');
  expect(turns(mails)).toEqual([
    'user: Propylene only, the insurers insist.',
    'tool: Out of office',
    'tool: I am out of the office.',
    'user: Please draft the reply.',
  ]);
});
