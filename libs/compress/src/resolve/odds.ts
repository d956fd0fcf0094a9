// Puts a likelihood, which comes in, on the scale on which the models of this folder add up, which goes out.

/** The logarithm of the odds of a likelihood, bounded and scaled to about -1 to 1. */
export function logOdds(p: number): number {
  const bounded = Math.min(0.99, Math.max(0.01, p));
  return Math.log(bounded / (1 - bounded)) / 4.6;
}
