import { expect, test } from 'vitest';
import { rulesOf } from '../fidelity/constraints.ts';
import { withoutRepeated } from './same-rules.ts';
import { unitsOf } from './units.ts';

const left = (text: string) => withoutRepeated(rulesOf(unitsOf(text), new Set())).map(({ sentence }) => sentence);

test('a rule that a fuller one says as well goes', () => {
  expect(left('User: Never restart the billing worker.\n\nUser: Never restart the billing worker before 18:00.')).toEqual([
    'Never restart the billing worker before 18:00.',
  ]);
});

test('of two that say the same with the same details the shorter stays', () => {
  expect(
    left(
      'User: You must never restart the billing worker of the shop at night.\n\nUser: Never restart the billing worker of the shop at night.',
    ),
  ).toHaveLength(1);
});

test('an agent that repeats a rule does not displace it', () => {
  expect(left('User: Never restart the billing worker.\n\nAssistant: Never restart the billing worker, noted for 18:00 today.').at(0)).toBe(
    'Never restart the billing worker.',
  );
});

test('rules that differ in a number or in a negation both stay', () => {
  expect(left('User: Batches of team A must stay under 40 rows.\n\nUser: Batches of team A must stay under 60 rows.')).toHaveLength(2);
});
