/** The value that `share` of all are not above. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** A figure as the rounds of a run gave it: the middle, and between what the middle half of the rounds lies. */
export type Spread = { median: number; low: number; high: number };

export function spread(values: readonly number[]): Spread {
  return { median: median(values), low: percentile(values, 0.25), high: percentile(values, 0.75) };
}
