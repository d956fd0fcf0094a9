import { describe, expect, test } from 'vitest';
import { analyse } from '../analysis.ts';
import { reasonOf, splitReason } from './reasons.ts';

describe('a clause that says why', () => {
  test.each([
    ['We keep the old queue because two clients still poll it.', 'We keep the old queue', 'because two clients still poll it.'],
    ['Use lot 81-A, since lot 77-B is out of date; log both.', 'Use lot 81-A; log both.', 'since lot 77-B is out of date'],
    ['Never open valve V-17 while loop A runs; it drains the tank.', 'Never open valve V-17 while loop A runs', 'it drains the tank.'],
  ])('%s', (text, what, why) => expect(splitReason(text)).toEqual({ what, why }));
});

test.each([
  ['a time', 'The queue has been growing since firmware 8.8 was rolled out.'],
  ['half of "only because"', 'The test passed only because the shell had another zone.'],
  ['a second ban', 'All amounts must not be rounded; no floats anywhere in the module.'],
  ['a purpose that names a thing', 'We discuss the account with marketing, so that one stays open.'],
])('%s is no reason', (_, text) => expect(splitReason(text)).toEqual({ what: text, why: '' }));

function reasonIn(content: string, start: string) {
  const analysis = analyse(content);
  return reasonOf(analysis, analysis.units.find((unit) => unit.text.startsWith(start))!);
}

test('the sentence after a decision gives its reason where it is labelled as one', () => {
  expect(reasonIn('We prune with the nightly job. Why: 26,000 events a day are too few for partitions.', 'We prune').why).toBe(
    '26,000 events a day are too few for partitions.',
  );
});

test('a conclusion has its reason in the sentence before it', () => {
  expect(reasonIn('The build of the index takes 96 s and blocks writers. So we use a table of receipts.', 'So we').why).toBe(
    'The build of the index takes 96 s and blocks writers.',
  );
});

test('a rejection says what was rejected', () => {
  expect(reasonIn('Milo proposed to replace all sensors in December. Dropped, too expensive.', 'Dropped').what).toBe(
    'Milo proposed to replace all sensors in December – Dropped, too expensive.',
  );
});
