import { describe, expect, test } from 'vitest';
import { processorTime } from '../../test/processor-time.ts';
import { identifiersOf } from './identifiers.ts';
import { tokenise } from '../tokens/tokens.ts';

const inText = (text: string): string[] => identifiersOf(text, tokenise(text));

describe('details that can only be copied', () => {
  test.each([
    ['a path', 'Look at src/app.ts first.', ['src/app.ts']],
    ['a URL', 'See https://a.example/b.', ['https://a.example/b']],
    ['a code name', 'Call parseHeader or parse_body().', ['parseHeader', 'parse_body()']],
    ['a flag', 'Run it with --dry-run.', ['--dry-run']],
    ['a ticket, a version', 'PR-12 is in v2.4.1.', ['PR-12', 'v2.4.1']],
    ['a date and a time', 'On 2026-03-20 at 17:00.', ['2026-03-20', '17:00']],
    ['a number with its measure', 'It takes 30 ms and 5GB.', ['30 ms', '5GB']],
    ['a share and money', 'It is 40 % of € 300.', ['40 %', '€ 300']],
    ['a long number', 'The port is 8080.', ['8080']],
    ['what stands in backticks', 'Run `npm ci` in `web`.', ['npm ci', 'web']],
    ['each once', 'a.ts and a.ts', ['a.ts']],
  ])('%s', (_, text, names) => {
    expect(inText(text)).toEqual(names);
  });
});

describe('no such details', () => {
  test.each([
    'Plain words only.',
    'and/or',
    'Take 3 of them.',
    'From 5.7 to 6 a day.',
    'e.g. this',
    'Ana and HTTP',
    'An empty `` pair',
    'One ` alone',
  ])('%s', (text) => {
    expect(inText(text)).toEqual([]);
  });
});

test('what is too long between backticks is looked through by itself', () => {
  expect(inText(`\`${'word '.repeat(40)}src/app.ts\``)).toEqual(['src/app.ts']);
});

test.each(['`', '`a ', '` ', '1 '])('%j, 120,000 characters of it, take time like other text', (part) => {
  const timeOf = (text: string) => {
    const tokens = tokenise(text);
    return processorTime(() => identifiersOf(text, tokens));
  };
  const other = 'the import of `src/app.ts` fails '.repeat(120_000 / 33);
  expect(timeOf(part.repeat(120_000 / part.length)) / timeOf(other)).toBeLessThan(50);
});
