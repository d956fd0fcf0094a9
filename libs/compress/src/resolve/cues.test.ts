import { expect, test } from 'vitest';
import data from '../../data/cues.json' with { type: 'json' };
import { tokenise } from '../tokens/tokens.ts';
import { cuesIn, type Sort } from './cues.ts';

const countOf = (text: string, sort: string): number => cuesIn(tokenise(text))[sort as Sort];

test.each(data.entries)('$language, $sort: $example', ({ sort, example, counter_example: other }) => {
  expect([countOf(example, sort) > 0, countOf(other, sort)]).toEqual([true, 0]);
});

test('what a statement waits for stands behind its first condition', () => {
  const tokens = tokenise('Keep it closed until the lab has answered.');
  expect(tokens[cuesIn(tokens).clause]?.norm).toBe('the');
  expect(cuesIn(tokenise('Keep it closed.')).clause).toBe(-1);
});
