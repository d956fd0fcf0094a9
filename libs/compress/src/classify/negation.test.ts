import { describe, expect, test } from 'vitest';
import data from '../../data/negations.json' with { type: 'json' };
import { tokenise } from '../tokens/tokens.ts';
import { isNegated } from './negation.ts';

const negates = (text: string): boolean => isNegated(text, tokenise(text));

describe('the data', () => {
  test.each(data.entries)('$language: negated: $example', ({ example }) => {
    expect(negates(example)).toBe(true);
  });

  // Portuguese writes "in the" as English and Spanish write "no".
  test.each(data.entries)('$language: not negated: $counter_example', ({ counter_example: text }) => {
    expect(negates(text)).toBe(false);
  });
});

test.each(["Isn't it", 'Don’t push.', "Il n'y va plus.", 'Nothing is open.', '触らないでください。', '不要删除。'])(
  'negated: %s',
  (text) => {
    expect(negates(text)).toBe(true);
  },
);

test.each(['A knot in the note', '漢字', '12, 13 and 14', ''])('not negated: %s', (text) => {
  expect(negates(text)).toBe(false);
});
