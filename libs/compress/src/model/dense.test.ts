import { expect, test } from 'vitest';
import { DenseModel } from './dense.ts';
import { rowsOf } from './rows.ts';

const logistic = (logit: number): number => 1 / (1 + Math.exp(-logit));

test.each([
  ['an even number of values', [1_000, -2_000, 500], [2, 0.5], 2 - 1 + 0.5],
  ['an odd number', [1_000, -2_000, 4_000, 500], [2, 0.5, -1], 2 - 1 - 4 + 0.5],
  ['zeros', [1_000, 1_000, 1_000, 1_000, 250], [0, 0, 0, 3], 3.25],
  ['more than four', [1_000, -2_000, 4_000, 500, 1_000, 3_000, 250], [2, 0.5, -1, 1, 0, 2], 2 - 1 - 4 + 0.5 + 6 + 0.25],
  ['the bias alone', [250], [], 0.25],
])('adds up weights and the bias: %s', (_, weights, values, logit) => {
  const model = new DenseModel({ labels: ['one', 'other'], weights: [weights, weights.map((weight) => -weight)] });
  const [one, other] = model.probabilities(values);
  expect(one).toBeCloseTo(logistic(logit), 5);
  expect(other).toBeCloseTo(logistic(-logit), 5);
  expect([...model.probabilities(Float32Array.from(values))]).toEqual([one, other]);
});

test('puts the answers where it is told to', () => {
  const [first, second] = rowsOf(2, 1);
  const model = new DenseModel({ labels: ['one'], weights: [[0, 0]] });
  expect(model.probabilities([1], second)).toBe(second);
  expect([first![0], second![0]]).toEqual([0, 0.5]);
});

test('a model of one label answers its probability alone', () => {
  const model = new DenseModel({ labels: ['one'], weights: [[1_000, -2_000, 500]] });
  expect(model.chance([2, 0.5])).toBeCloseTo(logistic(2 - 1 + 0.5), 5);
});
