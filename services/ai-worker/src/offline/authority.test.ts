import { describe, expect, test } from 'vitest';
import { analyse } from './analysis.ts';

const firm = (content: string) =>
  analyse(content)
    .rules.filter((rule) => rule.strength >= 3)
    .map((rule) => rule.sentence);
const chat = (words: string) => `User: hello there.\n\nAssistant: Hello.\n\nUser: ${words}\n\nAssistant: ok`;

describe('rules that their place gives away', () => {
  test.each([
    'The archive stays as it is until Ana has seen it.',
    'Stay on webpack 4, not 5.',
    'Under 18s not after 22:00 and never at the bars.',
    'Above 5.4 m/s everyone stays on land.',
    'Nothing in namespace billing, not even get.',
    'Ask before you change anything in the preset format.',
    'Go on with seven, but not during 12:00-13:00 UTC.',
    'exclude everybody who travels before the 26th',
    'In the drafts nothing about our budget.',
    'Records tagged legal-hold are never merged by an agent.',
    'On Saturday you can reach me by phone, not by chat.',
    'Put it on the share of the front office, and not into this thread.',
  ])('said by whoever gives the orders: %s', (rule) => {
    expect(firm(chat(rule))).toContain(rule);
  });

  test.each(['Photos go in without GPS data.', 'Give me the award note, as facts, without copying the texts.'])(
    'weakly, how something is to be done: %s',
    (rule) => {
      expect(analyse(chat(rule)).rules.map(({ sentence }) => sentence)).toContain(rule);
    },
  );

  test.each(['It does not work on my machine.', 'We were not there at night.', 'The cache is not reliable.', 'Keep going.'])(
    'reports and encouragement are none: %s',
    (remark) => {
      expect(firm(chat(remark))).not.toContain(remark);
    },
  );

  test('in a list of rules that a tool shows, the plain ones count as well', () => {
    const notes =
      '- Never call now() without a zone.\n- Schema and data go in separate migrations.\n- A migration must be reversible.\n- Do not edit vendor/.\n- Fields may be added but not renamed.';
    expect(firm(`User: start.\n\nTool:\n${notes}\n\nAssistant: Read.`)).toEqual(
      expect.arrayContaining(['Schema and data go in separate migrations.', 'Fields may be added but not renamed.']),
    );
  });
});

test('a whole sentence behind # is a comment of a configuration, and may be a rule; a title is none', () => {
  expect(firm('# Rules for transfers only\nhost: a1\n# No transfer on Sundays, they patch the hosts.\nport: 22')).toEqual([
    'No transfer on Sundays, they patch the hosts.',
  ]);
});

test('what an agent proposed and the user turned down is not repeated', () => {
  const talk =
    'User: fix the feed of the stations.\n\nAssistant: My first thought is to expand the occurrences of the feed on the server. The feed has 40 stations.\n\nUser: no, do not expand the occurrences. Only the feed of the stations is wrong.';
  const said = analyse(talk).sayable.map(({ text }) => text);
  expect(said).not.toContain('My first thought is to expand the occurrences of the feed on the server.');
  expect(said).toContain('The feed has 40 stations.');
});
