import { quantile } from '@rest-stop/testing/quantile.ts';

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** A figure as the rounds of a run gave it: the middle, and between what the middle half of the rounds lies. */
export type Spread = { median: number; low: number; high: number };

export function spread(values: readonly number[]): Spread {
  return { median: median(values), low: quantile(values, 0.25), high: quantile(values, 0.75) };
}

/** What is compared, in the order in which it has its turns in a round: each round begins with another, so that other load affects all alike. */
export function inTurns<T>(compared: readonly T[], round: number): T[] {
  const first = round % compared.length;
  return [...compared.slice(first), ...compared.slice(0, first)];
}
