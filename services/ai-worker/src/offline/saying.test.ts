import { describe, expect, test } from 'vitest';
import { rulesOf } from '../fidelity/constraints.ts';
import { wordingFor, withoutLeadIn } from './saying.ts';
import { unitsOf } from './units.ts';

const said = (text: string, room: number) => {
  const rules = rulesOf(unitsOf(text), new Set());
  return rules.map(wordingFor(rules, room));
};
const ROOMY = 10_000;
const TIGHT = 40;

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
  ])('%s is said plainly', (sentence, plain) => expect(said(sentence, ROOMY)).toEqual([plain]));

  test('one with a plain negation stays as it is', () => {
    expect(said('Never restart pg-01.', ROOMY)).toEqual(['Never restart pg-01.']);
  });
});

describe('where room is short', () => {
  test('a rule loses its reason, not its negation', () => {
    const rule = 'Do not restart the primary database of the shop during the day, because the cache takes forty minutes to warm up again.';
    expect(said(rule, ROOMY)).toEqual([rule]);
    expect(said(rule, TIGHT)).toEqual(['Do not restart the primary database of the shop during the day.']);
  });

  test('a reason that forbids something itself stays', () => {
    const rule = 'The export has to keep its column order for the finance team because the macro must not be changed before the audit.';
    expect(said(rule, TIGHT)).toEqual([rule]);
  });

  test('a clause that another one refers to stays', () => {
    const rule = 'The importer in the second data centre was rebuilt from a snapshot of last week, so do not restart it before Monday.';
    expect(said(rule, TIGHT)).toEqual([rule]);
  });
});
