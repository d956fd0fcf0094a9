import { type Feature, NONE, textOf } from '@rest-stop/compress/model/features.ts';
import { type ModelFile, written } from '@rest-stop/compress/model/linear.ts';
import { MeanOf } from './mean.ts';

/** What is learned from: its features, and for each label 1, 0, or undefined where nobody has said. */
export type Example = { features: readonly Feature[]; targets: readonly (0 | 1 | undefined)[]; weight: number };

export type Options = {
  /** How often each example is looked at. */
  rounds: number;
  /** The first step. */
  rate: number;
  /** Pulls weights to zero, spread over all examples: what few of them show must not count much. */
  ridge: number;
  /** Examples in which a feature must stand to get weights. */
  least: number;
  /** What the smallest weight that is written weighs. */
  unit: number;
  /** Words that are known even where they have no weights. */
  words: ReadonlySet<string>;
};

/** A prime: steps of that width visit every example of a round once, in no order that means anything. */
const STRIDE = 7_919;

/**
 * One logistic regression for each label, by AdaGrad (Duchi, Hazan, Singer, 2011), in a fixed order: the same examples give the same
 * weights. An example without a word on a label teaches nothing of that label. `names`: the name of each number in the features.
 */
export function fitLogistic(
  labels: readonly string[],
  examples: readonly Example[],
  names: readonly string[],
  options: Options,
): ModelFile {
  const { rounds, rate, ridge, least, unit, words } = options;
  const known = frequent(examples, least);
  const index = new Map(known.map((feature, i) => [feature, i]));
  const rows = examples.map(({ features }) => features.flatMap((feature) => index.get(feature) ?? []));
  const width = labels.length;
  const weights = new Float64Array((known.length + 1) * width);
  const squares = new Float64Array(weights.length).fill(1e-6);
  const bias = known.length * width;
  const logits = new Float64Array(width);
  const misses = new Float64Array(width);
  const pull = ridge / examples.length;
  const step = (at: number, slope: number): void => {
    squares[at] += slope * slope;
    weights[at] -= (rate * slope) / Math.sqrt(squares[at]);
  };
  const mean = new MeanOf(weights, rounds * examples.length);
  for (let round = 0; round < rounds; round++)
    for (let i = 0; i < examples.length; i++) {
      mean.after(round * examples.length + i);
      const n = (i * STRIDE + round) % examples.length;
      const row = rows[n];
      const { targets, weight, features } = examples[n];
      const scale = 1 / Math.sqrt(features.length || 1);
      const asked = targets.flatMap((target, k) => (target === undefined ? [] : [k]));
      logits.set(weights.subarray(bias));
      for (const at of row) for (const k of asked) logits[k] += weights[at * width + k] * scale;
      for (const k of asked) misses[k] = weight * (1 / (1 + Math.exp(-logits[k])) - targets[k]!);
      for (const k of asked) step(bias + k, misses[k]);
      for (const at of row) for (const k of asked) step(at * width + k, misses[k] * scale + pull * weights[at * width + k]);
    }
  const found = mean.found();
  const rowOf = (at: number): Float64Array => found.subarray(at * width, (at + 1) * width);
  const all = known.map((feature, i) => [textOf(feature, names), textOfWeights(rowOf(i), unit)] as const);
  const told = all.filter(([text, own]) => own !== '' || words.has(text)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    labels: [...labels],
    unit,
    bias: Array.from(rowOf(known.length), (one) => Math.round(100 * one) / 100),
    weights: Object.fromEntries(told),
  };
}

function textOfWeights(weights: Float64Array, unit: number): string {
  return Array.from(weights, (one) => written(one / unit))
    .join('')
    .replace(/\.+$/, '');
}

function frequent(examples: readonly Example[], least: number): Feature[] {
  const counts = new Map<Feature, number>();
  for (const { features } of examples) for (const feature of new Set(features)) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  counts.delete(NONE);
  return [...counts].flatMap(([feature, count]) => (count >= least ? [feature] : [])).toSorted((a, b) => a - b);
}
