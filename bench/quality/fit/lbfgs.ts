/** A row of numbers to learn from; `weight`: how much it counts. */
export type Sample = { values: Float64Array; target: 0 | 1; weight: number };

/** How strongly weights are held near zero. */
const PENALTY = 3;
const ROUNDS = 100;
/** Steps that are remembered. */
const MEMORY = 8;
const ENOUGH = 1e-6;

/**
 * The weights of a logistic regression with a squared penalty, the bias last, by L-BFGS (Liu and Nocedal, 1989). The same samples give the same
 * weights.
 */
export function fitRegression(samples: readonly Sample[]): number[] {
  const width = (samples[0]?.values.length ?? 0) + 1;
  const weights = new Float64Array(width);
  const positives = samples.reduce((sum, { target }) => sum + target, 0);
  if (positives === 0 || positives === samples.length) return [...weights.fill(0, 0, width - 1).fill(positives === 0 ? -9 : 9, width - 1)];
  weights[width - 1] = Math.log(positives / (samples.length - positives));
  let slope = new Float64Array(width);
  let loss = lossOf(samples, weights, slope);
  const steps: { moved: Float64Array; turned: Float64Array }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const direction = directionOf(slope, steps);
    const next = { weights, slope: new Float64Array(width), loss };
    const descent = dot(slope, direction);
    for (let size = 1; size > 1e-6; size /= 2) {
      next.weights = weights.map((one, i) => one - size * direction[i]);
      next.loss = lossOf(samples, next.weights, next.slope);
      if (next.loss <= loss - 1e-4 * size * descent) break;
    }
    const gained = loss - next.loss;
    if (gained <= 0) break;
    const moved = next.weights.map((one, i) => one - weights[i]);
    const turned = next.slope.map((one, i) => one - slope[i]);
    if (dot(moved, turned) > 1e-10) steps.push({ moved, turned });
    if (steps.length > MEMORY) steps.shift();
    weights.set(next.weights);
    slope = next.slope;
    loss = next.loss;
    if (gained < ENOUGH * loss) break;
  }
  return [...weights];
}

function lossOf(samples: readonly Sample[], weights: Float64Array, slope: Float64Array): number {
  const bias = weights.length - 1;
  slope.fill(0);
  let loss = 0;
  for (const { values, target, weight } of samples) {
    let logit = weights[bias];
    for (let j = 0; j < bias; j++) logit += weights[j] * values[j];
    const miss = weight * (1 / (1 + Math.exp(-logit)) - target);
    loss += weight * (Math.log1p(Math.exp(-Math.abs(logit))) + Math.max(logit, 0) - target * logit);
    for (let j = 0; j < bias; j++) slope[j] += miss * values[j];
    slope[bias] += miss;
  }
  for (let j = 0; j < bias; j++) {
    loss += 0.5 * PENALTY * weights[j] ** 2;
    slope[j] += PENALTY * weights[j];
  }
  return loss;
}

/** The slope turned by what the last steps tell of the curvature. */
function directionOf(slope: Float64Array, steps: readonly { moved: Float64Array; turned: Float64Array }[]): Float64Array {
  const direction = Float64Array.from(slope);
  const shares = steps.map(() => 0);
  for (let k = steps.length - 1; k >= 0; k--) {
    const { moved, turned } = steps[k];
    shares[k] = dot(moved, direction) / dot(moved, turned);
    for (let j = 0; j < direction.length; j++) direction[j] -= shares[k] * turned[j];
  }
  const last = steps.at(-1);
  const scale = last ? dot(last.moved, last.turned) / dot(last.turned, last.turned) : 1 / Math.sqrt(dot(slope, slope) + Number.EPSILON);
  for (let j = 0; j < direction.length; j++) direction[j] *= scale;
  for (const [k, { moved, turned }] of steps.entries()) {
    const share = dot(turned, direction) / dot(moved, turned);
    for (let j = 0; j < direction.length; j++) direction[j] += moved[j] * (shares[k] - share);
  }
  return direction;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let j = 0; j < a.length; j++) sum += a[j] * b[j];
  return sum;
}
