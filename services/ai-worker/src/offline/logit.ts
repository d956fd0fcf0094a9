/** The sum of what each feature says, by its weight, in logits; a feature without a weight says nothing. */
export function logitOf(features: ReadonlyMap<string, number>, weights: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [name, value] of features) sum += value * (weights.get(name) ?? 0);
  return sum;
}
