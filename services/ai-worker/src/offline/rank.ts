import { countsOf } from './counts.ts';

/** Sentences compared with one another; more would make the graph's cost grow with its square. */
const MAX_NODES = 260;
const ROUNDS = 14;
const DAMPING = 0.85;

/**
 * How central each unit is to the text, 0 to 1: TextRank over TF-IDF cosine similarity (Mihalcea and Tarau, 2004).
 * Only the units nearest to the text's centroid enter the graph; the others get 0.
 */
export function centralities(words: readonly (readonly string[])[]): Float64Array {
  const weights = inverseFrequencies(words);
  const nodes = nearestToCentroid(words, weights);
  const ranks = walk(edgesOf(nodes.map((i) => vectorOf(words[i]!, weights))));
  const top = Math.max(...ranks, Number.MIN_VALUE);
  const result = new Float64Array(words.length);
  for (const [n, i] of nodes.entries()) result[i] = ranks[n]! / top;
  return result;
}

function inverseFrequencies(words: readonly (readonly string[])[]): Map<string, number> {
  const counts = countsOf(words.flatMap((list) => [...new Set(list)]));
  for (const [word, n] of counts) counts.set(word, n < 2 ? 0 : Math.log(1 + words.length / n));
  return counts;
}

function nearestToCentroid(words: readonly (readonly string[])[], weights: Map<string, number>): number[] {
  const totals = new Map<string, number>();
  for (const list of words) for (const word of list) totals.set(word, (totals.get(word) ?? 0) + (weights.get(word) ?? 0));
  const near = words.map((list, i) => ({ i, score: list.reduce((sum, w) => sum + (totals.get(w) ?? 0), 0) / (8 + list.length) }));
  const best = near.filter((n) => n.score > 0).sort((a, b) => b.score - a.score || a.i - b.i);
  return best.slice(0, MAX_NODES).map((n) => n.i);
}

type Vector = Map<string, number>;

function vectorOf(words: readonly string[], weights: Map<string, number>): Vector {
  const vector: Vector = new Map();
  for (const word of words) vector.set(word, (vector.get(word) ?? 0) + (weights.get(word) ?? 0));
  const norm = Math.hypot(...vector.values()) || 1;
  for (const [word, value] of vector) vector.set(word, value / norm);
  return vector;
}

function edgesOf(vectors: Vector[]): number[][] {
  const edges = vectors.map(() => Array.from({ length: vectors.length }, () => 0));
  for (let i = 0; i < vectors.length; i++) {
    for (let j = 0; j < i; j++) {
      const similarity = cosine(vectors[i]!, vectors[j]!);
      edges[i]![j] = similarity;
      edges[j]![i] = similarity;
    }
  }
  return edges;
}

function cosine(a: Vector, b: Vector): number {
  const [few, many] = a.size < b.size ? [a, b] : [b, a];
  let sum = 0;
  for (const [word, value] of few) sum += value * (many.get(word) ?? 0);
  return sum > 0.95 ? 0 : sum;
}

function walk(edges: number[][]): number[] {
  const sums = edges.map((row) => row.reduce((a, b) => a + b, 0) || 1);
  let ranks = edges.map(() => 1);
  for (let round = 0; round < ROUNDS; round++) {
    ranks = edges.map((row) => 1 - DAMPING + DAMPING * row.reduce((sum, e, j) => (e > 0 ? sum + (e / sums[j]!) * ranks[j]! : sum), 0));
  }
  return ranks;
}
