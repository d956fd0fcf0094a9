import { describe, expect, test } from 'vitest';
import { codePoints, split } from './split.ts';

const partsOf = (content: string, max: number) => split(content, max).map(({ from, to }) => content.slice(from, to));
const words = (count: number) => Array.from({ length: count }, (_, i) => `word${i}`).join(' ');

describe('the parts of a content', () => {
  test.each([
    ['turns', Array.from({ length: 400 }, (_, i) => `${i % 2 ? 'Assistant' : 'User'}: ${words(30)}\n\nand more`).join('\n')],
    ['paragraphs', Array.from({ length: 400 }, () => words(40)).join('\n\n')],
    ['words', words(20_000)],
    ['one word', 'x'.repeat(100_000)],
    ['emoji', '🙂'.repeat(30_000)],
    ['single halves of surrogate pairs', '\ud83d'.repeat(30_000)],
  ])('are all of it and fit: %s', (_name, content) => {
    const parts = partsOf(content, 10_000);
    expect(parts.join('')).toBe(content);
    for (const part of parts) expect(codePoints(part)).toBeLessThanOrEqual(10_000);
    for (const part of parts) expect(codePoints(part)).toBeGreaterThan(1_000);
  });

  test('are one where it fits', () => {
    expect(split('🙂'.repeat(100), 100)).toEqual([{ from: 0, to: 200 }]);
  });

  test.each([1, 19, 500])('do not end in a rest of %i characters', (rest) => {
    for (const part of partsOf('x'.repeat(10_000 + rest), 10_000)) expect(part.length).toBeGreaterThan(1_000);
  });

  test('never cut a character in two', () => {
    for (const part of partsOf(`a${'🙂'.repeat(25_000)}`, 10_000)) expect(part.isWellFormed()).toBe(true);
  });
});

describe('a cut is', () => {
  const filler = (char: string) => `${char.repeat(50)}\n`.repeat(120);
  test('before a turn rather than at a paragraph', () => {
    const content = `User: ${filler('a')}Assistant: ${filler('b')}\n\n${filler('c')}`;
    expect(partsOf(content, 10_000)[1]).toMatch(/^Assistant: b/);
  });
  test('at a paragraph rather than at a line', () => {
    expect(partsOf(`${filler('a')}\n${filler('b')}`, 10_000)[1]).toMatch(/^b/);
  });
  test('behind a sentence rather than at a word', () => {
    expect(partsOf(`${'word '.repeat(1_500)}end. ${'other '.repeat(1_500)}`, 10_000)[1]).toMatch(/^other/);
  });
});
