import { DenseModel, type DenseFile } from '@rest-stop/compress/model/dense.ts';
import { MeanOf } from './mean.ts';

/** A row of numbers to learn from, and for each label 1, 0, or undefined where nobody has said. */
export type Row = { values: ArrayLike<number>; targets: readonly (0 | 1 | undefined)[]; weight: number };

/** A prime: steps of that width visit every row of a round once, in no order that means anything. */
const STRIDE = 7_919;
const UNIT = 1_000;

/** One logistic regression over a fixed row of numbers for each label, by AdaGrad in a fixed order. */
export function fitDense(labels: readonly string[], rows: readonly Row[], rounds: number, rate = 0.1): DenseFile {
  return { labels: [...labels], weights: labels.map((_, label) => fitOne(rows, label, rounds, rate)) };
}

function fitOne(rows: readonly Row[], label: number, rounds: number, rate: number): number[] {
  const width = rows[0].values.length;
  const weights = new Float64Array(width + 1);
  const squares = new Float64Array(width + 1).fill(1e-6);
  const mean = new MeanOf(weights, rounds * rows.length);
  for (let round = 0; round < rounds; round++)
    for (let i = 0; i < rows.length; i++) {
      mean.after(round * rows.length + i);
      const { values, targets, weight } = rows[(i * STRIDE + round) % rows.length];
      const target = targets[label];
      if (target === undefined) continue;
      let logit = weights[width];
      for (let j = 0; j < width; j++) logit += weights[j] * values[j];
      const miss = weight * (1 / (1 + Math.exp(-logit)) - target);
      for (let j = 0; j <= width; j++) {
        const slope = miss * (values[j] ?? 1) + weights[j] / rows.length;
        squares[j] += slope * slope;
        weights[j] -= (rate * slope) / Math.sqrt(squares[j]);
      }
    }
  return Array.from(mean.found(), (one) => Math.round(UNIT * one));
}

/** A model for the rows of each half of the texts, fitted on those of the other one. */
export function halvesOf(labels: readonly string[], rows: readonly Row[], owners: readonly number[], rounds: number): DenseModel[] {
  return [0, 1].map((parity) => {
    const others = rows.filter((_, i) => owners[i] % 2 !== parity);
    return new DenseModel(fitDense(labels, others, rounds));
  });
}

/** The probabilities of rows by models fitted on the other half of the texts: what can be expected of a text that is met for the first time. */
export function probabilitiesUnseen(
  labels: readonly string[],
  rows: readonly Row[],
  owners: readonly number[],
  rounds: number,
): Float32Array[] {
  const models = halvesOf(labels, rows, owners, rounds);
  return rows.map(({ values }, i) => models[owners[i] % 2].probabilities(values));
}

/**
 * Shifts each label's bias so that one half is the likelihood at which as many units are called it as are it, judged on texts left out: labels that are
 * rare or hard to tell are then asked in the same way as the others.
 */
export function calibrated(
  model: DenseFile,
  rows: readonly Row[],
  unseen: readonly Float32Array[],
  counts: (row: number) => boolean,
): DenseFile {
  const weights = model.weights.map((own, label) => {
    const known = rows.flatMap(({ targets }, i) => (targets[label] === undefined || !counts(i) ? [] : [i]));
    const positives = known.filter((i) => rows[i].targets[label] === 1).length;
    const limit = known.map((i) => unseen[i][label]).toSorted((a, b) => b - a)[positives] ?? 0.5;
    return [...own.slice(0, -1), Math.round(own.at(-1)! - UNIT * Math.log(limit / (1 - limit)))];
  });
  return { ...model, weights };
}

/** Probabilities after a shift of each label's logit. */
export function shifted(probabilities: readonly Float32Array[], by: readonly number[]): Float32Array[] {
  return probabilities.map((own) => own.map((p, label) => 1 / (1 + ((1 - p) / p) * Math.exp(-by[label]))));
}
