import { describe, expect, test } from 'vitest';
import { processorTime } from '../../test/processor-time.ts';
import type { Shape } from '../reading.ts';
import { tokenise } from './tokens.ts';

const written = (text: string): string[] => tokenise(text).map((token) => token.text);

/** The shape of a token that stands inside a sentence. */
const shapeOf = (token: string): Shape | undefined => tokenise(`the ${token}`).at(1)?.shape;

test('the sign of a long vowel ends no run of characters', () => {
  expect(written('データを送って')).toEqual(['デ', 'ー', 'タ', 'を', '送', 'っ', 'て']);
});

describe('the shape of a token', () => {
  const shapes: Record<Shape, string[]> = {
    word: ['table', 'don’t', "l'eau", 'état-major', 'größe', 'привет', '東', 'カ'],
    name: ['Ana', 'Österreich', "O'Brien", 'Привет', 'E-Mail'],
    caps: ['HTTP', 'URLs', 'ÄÖ', 'США'],
    number: ['7', '2024', '1.5', '3.12.10'],
    time: ['17:00', '9:05', '17h30', '12:00:59'],
    date: ['2026-03-20', '2026-03-20T10:00', '24.12.2026', '1/2/26'],
    unit: ['5ms', '3rd', '80%', '1.5GB', '24h'],
    id: [
      'src/app.ts',
      'camelCase',
      'HTTPServer',
      '--force',
      '-v',
      './run',
      '../a',
      '.env',
      '/etc/hosts',
      'v1.2.3',
      'a_b',
      'run()',
      'PR-12',
      'x=1',
      '#42',
      '@ana',
      '~/bin',
      'C:\\temp',
    ],
    sign: ['.', '—', '*', '😀', '|', '(', '#', '‰'],
  };

  test.each(Object.entries(shapes).flatMap(([shape, tokens]) => tokens.map((token) => ({ shape, token }))))(
    '$token: $shape',
    ({ shape, token }) => {
      expect(written(`the ${token}`)).toEqual(['the', token]);
      expect(shapeOf(token)).toBe(shape);
    },
  );

  test('a capital says nothing at the beginning, behind a stop, a colon or a quotation mark', () => {
    const shapes = tokenise('Run it. Stop: Wait "Go Ana').map(({ text, shape }) => `${text} ${shape}`);
    expect(shapes).toEqual(['Run word', 'it word', '. sign', 'Stop word', ': sign', 'Wait word', '" sign', 'Go word', 'Ana name']);
  });
});

describe('cutting', () => {
  test.each([
    ['words and signs', 'Stop, now!', ['Stop', ',', 'now', '!']],
    [
      'a URL to its end',
      'see https://a.example/b?c=1,2 or (ftp://x.test).',
      ['see', 'https://a.example/b?c=1', ',', '2', 'or', '(', 'ftp://x.test', ')', '.'],
    ],
    ['no stop at the end of a URL', 'https://a.example/b.', ['https://a.example/b', '.']],
    ['no URL without an address', 'http:// it', ['http://', 'it']],
    ['no stop at the end', 'in src/app.ts.', ['in', 'src/app.ts', '.']],
    ['a flag only where no word stands before it', 'a-b -c --dry-run x--y', ['a-b', '-c', '--dry-run', 'x--y']],
    ['a call', 'main() and f(x)', ['main()', 'and', 'f', '(', 'x', ')']],
    ['backticks', '`npm ci`', ['`', 'npm', 'ci', '`']],
    ['scripts without spaces by characters', '東京へ', ['東', '京', 'へ']],
    ['a name of Latin letters goes on', 'APIを', ['APIを']],
    ['signs of two units whole', 'a😀𠀀b', ['a', '😀', '𠀀', 'b']],
    ['marks with their letter', 'e\u0301te\u0301', ['e\u0301te\u0301']],
    ['inner signs that end nothing', 'a=== b', ['a', '=', '=', '=', 'b']],
  ])('%s', (_, text, tokens) => {
    expect(written(text)).toEqual(tokens);
  });

  test('tells where each token begins', () => {
    const text = '  The\tport 8080\u00a0(was) 😀 used.';
    for (const token of tokenise(text)) expect(text.slice(token.start, token.start + token.text.length)).toBe(token.text);
  });
});

describe('the form that the models know', () => {
  test.each([
    ['Don’t', "don't"],
    ['ÉTÉ', 'été'],
    ['–', '—'],
    ['„', '"'],
    ['”', '"'],
    ['Friday', '^day'],
    ['lundi', '^day'],
    ['März', '^month'],
    ['понедельник', '^day'],
    ['MONDAY', 'monday'],
    ['May', 'may'],
    ['README.md', 'readme.md'],
  ])('%s: %s', (token, norm) => {
    expect(tokenise(`the ${token}`)[1]?.norm).toBe(norm);
  });
});

test.each([
  ['one character', '#'],
  ['signs inside of words that end nothing', 'a='],
  ['colons', 'a:'],
  ['stops', '.'],
  ['hyphens', '-'],
  ['beginnings of URLs', 'a://'],
  ['letters', 'x'],
  ['characters without spaces', '東'],
  ['marks', '\u0301'],
  ['half characters', '\ud83d'],
])('%s, 120,000 characters of it, take time like other text', (_, part) => {
  const text = part.repeat(120_000 / part.length);
  const other = 'the import of file 7 fails '.repeat(120_000 / 27);
  expect(processorTime(() => tokenise(text)) / processorTime(() => tokenise(other))).toBeLessThan(50);
  expect(
    tokenise(text)
      .map((token) => token.text)
      .join(''),
  ).toBe(text);
});
