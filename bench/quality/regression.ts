/** What is learned from: features by name with their values, whether it is of the class that is looked for, and how much it counts. */
export type Example = { features: ReadonlyMap<string, number>; positive: boolean; weight: number };

export type Options = {
  /** How often each example is looked at. */
  rounds: number;
  /** The first step. */
  rate: number;
  /** Pulls weights to zero, spread over all examples: what few of them show must not count much. */
  ridge: number;
};

/** Weights by feature's name, in logits. */
export type Weights = Map<string, number>;

/** A prime: steps of that width visit every example of a round once, in no order that means anything. */
const STRIDE = 7_919;

/** Logistic regression by AdaGrad (Duchi, Hazan, Singer, 2011), in a fixed order: the same examples give the same weights. */
export function fitLogistic(examples: readonly Example[], { rounds, rate, ridge }: Options): Weights {
  const names = [...new Set(examples.flatMap(({ features }) => [...features.keys()]))];
  const index = new Map(names.map((name, i) => [name, i]));
  const rows = examples.map(({ features }) => ({
    at: [...features.keys()].map((name) => index.get(name)!),
    values: [...features.values()],
  }));
  const weights = new Float64Array(names.length);
  const squares = new Float64Array(names.length).fill(1e-6);
  for (let round = 0; round < rounds; round++)
    for (let i = 0; i < examples.length; i++) {
      const n = (i * STRIDE + round) % examples.length;
      const { at, values } = rows[n]!;
      const logit = at.reduce((sum, feature, k) => sum + weights[feature]! * values[k]!, 0);
      const { positive, weight } = examples[n]!;
      const miss = weight * (1 / (1 + Math.exp(-logit)) - Number(positive));
      for (const [k, feature] of at.entries()) {
        const slope = miss * values[k]! + (ridge / examples.length) * weights[feature]!;
        squares[feature]! += slope * slope;
        weights[feature]! -= (rate * slope) / Math.sqrt(squares[feature]!);
      }
    }
  return new Map(names.map((name, i) => [name, weights[i]!]));
}
