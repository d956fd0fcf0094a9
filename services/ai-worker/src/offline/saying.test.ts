import { describe, expect, test } from 'vitest';
import { rulesOf } from '../fidelity/constraints.ts';
import { withoutLeadIn, wordingOf } from './saying.ts';
import { unitsOf } from './units.ts';

const said = (text: string) => rulesOf(unitsOf(text), new Set()).map(wordingOf);

test.each([
  ['Also, please remember that the API must stay stable.', 'the API must stay stable.'],
  ['Oh and just so you know, no mails today.', 'no mails today.'],
  ['[ ] never touch the schema', 'never touch the schema'],
  ['No deploys on Friday.', 'No deploys on Friday.'],
  ['Do not wake Ana.', 'Do not wake Ana.'],
])('%s is said as %s', (sentence, plain) => expect(withoutLeadIn(sentence)).toBe(plain));

describe('a ban in an idiom', () => {
  test.each([
    ['Hands off the billing tables.', 'Hands off the billing tables (do not touch).'],
    ['Leave the cron entries alone!', 'Leave the cron entries alone (do not touch)!'],
    ['Refrain from contacting the vendor.', 'Refrain from contacting the vendor (do not).'],
    ['Keep customer names out of the report.', 'Keep customer names out of the report (do not include).'],
  ])('%s is said plainly', (sentence, plain) => expect(said(sentence)).toEqual([plain]));

  test('one with a plain negation stays as it is', () => {
    expect(said('Never restart pg-01.')).toEqual(['Never restart pg-01.']);
  });

  test('one with its reason keeps it', () => {
    const rule = 'Do not restart the primary database during the day, because the cache takes forty minutes to warm up.';
    expect(said(rule)).toEqual([rule]);
  });
});

test('a short ban on "it" is said with the sentence that names it', () => {
  expect(said("User: The folder `atteste/` is the dietician's. You do not open it.")).toEqual([
    "The folder `atteste/` is the dietician's. You do not open it.",
  ]);
});
