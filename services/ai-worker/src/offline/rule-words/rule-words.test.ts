import { describe, expect, test } from 'vitest';
import { ruleWords } from './rule-words.ts';
import { featuresOf, tokensOf } from './tokens.ts';

describe('the words of a sentence', () => {
  test('are lower-case, with what differs from text to text put by its kind', () => {
    expect(tokensOf('- Ask Marta before 14:30, the run costs €900 and 40 GB under /srv/data2.')).toEqual([
      'ask',
      '^Name',
      'before',
      '#time',
      ',',
      'the',
      'run',
      'costs',
      '#money',
      'and',
      '#',
      '^ABC',
      'under',
      '^id',
    ]);
    expect(tokensOf('NEVER on Friday: the DBA is out.')).toEqual(['never', 'on', '^day', ':', 'the', '^ABC', 'is', 'out']);
  });

  test('are features alone and with their neighbour, unknown ones by their ending', () => {
    const features = featuresOf(['leave', 'the', 'gaskets', 'alone'], new Set(['leave', 'the', 'alone']));
    expect([...features]).toEqual(['leave', 'the', 'alone', '< leave', 'leave the', 'the ~s', '~s alone', 'alone >', 'length 1']);
  });
});

describe('words of rules', () => {
  test.each([
    ['Hands off the bilge valves until Ingrid is back.', 'I changed the bilge valves when Ingrid was back.'],
    ['Quotations carry the page number.', 'The quotation was on the last page.'],
    ['The tenant hears of it from me.', 'The tenant has heard of it by now.'],
    ['Nothing under generated/ is edited by hand.', 'Nothing was found under generated/ yesterday.'],
    ['Amounts in euros, dates as day and month.', 'The amount was 40 euros on that day.'],
    ['Vor Freitag geht keine Mail raus.', 'Die Mail ging am Freitag raus.'],
  ])('"%s" rather than "%s"', (rule, report) => {
    expect(ruleWords(rule).rule).toBeGreaterThan(ruleWords(report).rule + 1);
  });

  test('tell bans from other rules', () => {
    expect(ruleWords('Do not touch the archive.').ban).toBeGreaterThan(0);
    expect(ruleWords('Reports are due on Friday at noon.').ban).toBeLessThan(0);
  });

  test.each(['', '   ', '…', '🙂', 'x'.repeat(100_000), '- '.repeat(5_000)])('are finite for %#', (text) => {
    expect(Number.isFinite(ruleWords(text).rule)).toBe(true);
  });

  test('weigh what they are told to', () => {
    const weights = { rule: -1, ban: -2, features: new Map<string, readonly [number, number]>([['leave', [3, 5]]]) };
    expect(ruleWords('leave', weights)).toEqual({ rule: 2, ban: 3 });
    expect(ruleWords('something', weights)).toEqual({ rule: -1, ban: -2 });
  });
});
