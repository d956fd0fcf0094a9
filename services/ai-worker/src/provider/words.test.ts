import { expect, test } from 'vitest';
import { cutToWords, wordCount } from './words.ts';

test('a cut ends at a sentence that ends late enough, else at a word', () => {
  expect(cutToWords('One two three four. Five six.', 5)).toBe('One two three four.');
  expect(cutToWords('One. Two three four five six.', 5)).toBe('One. Two three four five');
});

test('words of scripts without spaces are counted', () => {
  expect(wordCount('one two src/a/b.ts')).toBe(3);
  expect(wordCount(cutToWords('汉字文本测试一下这个系统'.repeat(40), 60))).toBeLessThanOrEqual(60);
});
