import { describe, expect, test } from 'vitest';
import { numberOf } from './vocabulary.ts';
import { named, pair, single } from './features.ts';
import { LinearModel, type ModelFile, written } from './linear.ts';

const file: ModelFile = {
  labels: ['rule', 'ban', 'noise'],
  unit: 0.5,
  bias: [0.25, -1, 0],
  weights: { must: 'bA', 'must not': '.c', not: '..z', the: '' },
};
const model = new LinearModel(file);
const idOf = (word: string): number => model.wordOf({ norm: word, word: numberOf(word) });
const word = (name: string): number => single(idOf(name));

test('the bias stands where no feature is known', () => {
  expect([...model.logits([])]).toEqual([0.25, -1, 0]);
  expect([...model.logits([word('unknown'), 0])]).toEqual([0.25, -1, 0]);
});

test('weights are added up, over the root of the number of features', () => {
  expect([...model.logits([word('must')])]).toEqual([1.25, -1.5, 0]);
  const features = [word('must'), word('not'), pair(idOf('must'), idOf('not')), word('unknown')];
  expect([...model.logits(features)]).toEqual([0.25 + 1 / 2, -1 + (-0.5 + 2) / 2, 47 / 2]);
});

test('a feature that stands several times counts as often, negative weights beside positive ones', () => {
  const many = Array.from({ length: 100 }, () => [word('must'), word('not')]).flat();
  const [rule, ban, noise] = model.logits(many);
  expect(rule).toBeCloseTo(0.25 + 100 / Math.sqrt(200), 4);
  expect(ban).toBeCloseTo(-1 - 50 / Math.sqrt(200), 4);
  expect(noise).toBeCloseTo(4_700 / Math.sqrt(200), 3);
});

test('a word without weights is known, a name of a pair too, others are not', () => {
  expect(idOf('the')).toBeGreaterThan(0);
  expect(model.nameOf(named('must'))).toBeGreaterThan(0);
  expect(model.nameOf(named('other'))).toBe(0);
});

describe('a weight as it is written', () => {
  test.each([
    [0, '.'],
    [-0, '.'],
    [0.4, '.'],
    [1, 'a'],
    [-1.4, 'A'],
    [2.9, 'b'],
    [3.1, 'c'],
    [-20, 'J'],
    [94, 'z'],
    [-999, 'Z'],
  ])('%d: %s', (units, letter) => {
    expect(written(units)).toBe(letter);
  });

  test('is read as it was', () => {
    for (const units of [1, 2, 4, 6, 8, 10, 20, 34, 60, 82, 94, -1, -4, -94]) {
      const one = new LinearModel({ labels: ['a', 'b'], unit: 0.5, bias: [0, 0], weights: { x: written(units).repeat(2) } });
      expect([...one.logits([single(one.nameOf(named('x')))])]).toEqual([units / 2, units / 2]);
    }
  });
});
