import { describe, expect, test } from 'vitest';
import { processorTime } from '../../test/processor-time.ts';
import type { Kind, Unit } from '../reading.ts';
import { Rarity } from '../tokens/stems.ts';
import { tokenise } from '../tokens/tokens.ts';
import type { Known } from './known.ts';
import { type Later, laterOn } from './later.ts';

function known(texts: readonly string[], kind: Kind = 'prose'): Known {
  const units = texts.map(
    (text, order): Unit => ({
      order,
      text,
      tokens: tokenise(text),
      kind,
      role: 'user',
      speaker: '',
      turn: 0,
      block: 0,
      section: '',
      quoted: false,
    }),
  );
  const rarity = new Rarity(units.map(({ tokens }) => tokens));
  return { units, rarity, likelihoods: units.map(() => new Float32Array()), identifiers: units.map(() => []) };
}

/** The later units of each. */
function laterIn(text: Known): (readonly Later[])[] {
  const later = laterOn(text);
  return text.units.map(({ order }) => later(order));
}
/** Their places. */
const placesIn = (texts: readonly string[]): number[][] => laterIn(known(texts)).map((later) => later.map(({ at }) => at));

describe('later units on the matter of an earlier one', () => {
  test('share words with it, those that share most first', () => {
    expect(placesIn(['redis cache port', 'something else', 'redis cache', 'redis only'])).toEqual([[2, 3], [], [3], []]);
  });

  test('of equal ones the nearer comes first', () => {
    expect(placesIn(['redis', 'redis', 'redis'])).toEqual([[1, 2], [2], []]);
  });

  test('with the share of its matter that they hold', () => {
    const [[first]] = laterIn(known(['redis cache', 'redis port', 'cache'])) as [[{ at: number; share: number }]];
    expect(first).toEqual({ at: 1, share: expect.closeTo(0.5) });
  });

  test('are at most twelve', () => {
    const [first] = placesIn(['redis cache', ...Array.from({ length: 30 }, (_, i) => (i === 29 ? 'redis cache' : 'redis'))]);
    expect(first).toHaveLength(12);
    expect(first![0]).toBe(30);
  });

  test('are not found by a word that stands everywhere', () => {
    expect(placesIn(Array.from({ length: 50 }, () => 'redis')).flat()).toEqual([]);
  });

  test('are language', () => {
    expect(laterIn(known(['redis', 'redis'], 'log'))).toEqual([[], []]);
  });
});

test.each([
  ['one sentence again and again', Array.from({ length: 3_000 }, () => 'The import of the billing data fails on every second file.')],
  ['forty of each', Array.from({ length: 3_000 }, (_, i) => `import${i % 75} billing${i % 77} data${i % 79} fails${i % 80}`)],
])('%s takes time like other text', (_, texts) => {
  const timeOf = (all: string[]) => {
    const text = known(all);
    return processorTime(() => laterIn(text));
  };
  const others = Array.from(
    { length: 3_000 },
    (_unused, i) => `The import${i} of the billing${i} data${i} fails on every second file${i}.`,
  );
  expect(timeOf(texts) / timeOf(others)).toBeLessThan(50);
});
