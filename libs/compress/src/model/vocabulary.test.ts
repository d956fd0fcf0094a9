import { expect, test } from 'vitest';
import { enter, numberOf, UNKNOWN } from './vocabulary.ts';

test('a word has one number, and nothing else has it', () => {
  const number = enter('qxzv a');
  expect(enter('qxzv a')).toBe(number);
  expect(numberOf('qxzv a')).toBe(number);
  expect(enter('qxzv b')).not.toBe(number);
});

test('a word that nobody entered has none', () => {
  expect(numberOf('qxzv')).toBe(UNKNOWN);
});
