import { expect, test } from 'vitest';
import { cutTo, cutToWords, wordCount } from './cut.ts';

test('a cut ends at a sentence or a word', () => {
  expect(cutTo('One sentence. Another one here.', 20)).toBe('One sentence.');
  expect(cutTo('alpha beta gamma', 12)).toBe('alpha beta');
});

test('a name is never cut into another name', () => {
  expect(cutTo('0123456789abcdef0123456789', 10)).toBe('…');
});

test('no visible character is cut in two', () => {
  const family = '👩‍👩‍👧‍👦';
  expect(cutTo(family.repeat(5), 15)).toBe(family.repeat(2));
});

test('words of scripts without spaces are counted', () => {
  expect(wordCount('one two src/a/b.ts')).toBe(3);
  expect(wordCount(cutToWords('汉字文本测试一下这个系统'.repeat(40), 60))).toBeLessThanOrEqual(60);
});
