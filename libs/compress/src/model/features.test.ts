import { describe, expect, test } from 'vitest';
import { UNKNOWN } from './vocabulary.ts';
import { featureOf, Naming, NONE, pair, single, textOf } from './features.ts';
import { Places } from './places.ts';

describe('names', () => {
  test('get a number each, from 1', () => {
    const naming = new Naming();
    expect([naming.idOf('a'), naming.idOf('b'), naming.idOf('a')]).toEqual([1, 2, 1]);
    expect([naming.find('b'), naming.find('c')]).toEqual([2, 0]);
  });

  test('only words that are known are words', () => {
    const naming = new Naming(new Set(['port']));
    expect(naming.wordOf({ norm: 'port', word: UNKNOWN })).toBe(1);
    expect(naming.wordOf({ norm: 'other', word: UNKNOWN })).toBe(0);
    expect(naming.nameOf({ norm: ':', word: UNKNOWN })).toBe(2);
  });

  test('there are at most 65,535', () => {
    const naming = new Naming();
    for (let i = 1; i <= 65_535; i++) naming.idOf(`name ${i}`);
    expect(() => naming.idOf('one more')).toThrow('too many names');
    expect(textOf(pair(65_535, 65_535), naming.names)).toBe('name 65535 name 65535');
  });
});

describe('features', () => {
  const naming = new Naming();

  test.each(['must', 'must not', '§ rules', '< "'])('%s is written as it was read', (text) => {
    expect(
      textOf(
        featureOf(text, (name) => naming.idOf(name)),
        naming.names,
      ),
    ).toBe(text);
  });

  test('none where a name is not known', () => {
    expect([single(0), pair(0, 1), pair(1, 0)]).toEqual([NONE, NONE, NONE]);
  });
});

test('places are found again, and nothing else', () => {
  const features = Array.from({ length: 5_000 }, (_, i) => pair(1 + (i % 70), 1 + Math.floor(i / 70) * 900));
  const places = new Places(features);
  for (const [i, feature] of features.entries()) expect(places.of(feature)).toBe(i);
  for (let i = 71; i < 1_000; i++) expect(places.of(single(i))).toBe(-1);
  expect(places.of(NONE)).toBe(-1);
  expect(new Places([]).of(single(1))).toBe(-1);
});
