/** How well scores tell positives from the others: area under the ROC curve, and precision at the number of positives. */
export type Agreement = { positives: number; area: number; precision: number };

/** Compares scores with the truth. */
export function agreement(scores: readonly number[], truth: readonly boolean[]): Agreement {
  const order = scores.map((score, i) => ({ score, positive: truth[i] })).toSorted((a, b) => a.score - b.score);
  const positives = truth.filter(Boolean).length;
  const ranks = order.reduce((sum, { positive }, rank) => (positive ? sum + rank : sum), 0);
  const area = (ranks - (positives * (positives - 1)) / 2) / (positives * (scores.length - positives));
  const precision = order.slice(scores.length - positives).filter(({ positive }) => positive).length / positives;
  return { positives, area, precision };
}

/** A line that tells an agreement. */
export function agreementLine(name: string, { positives, area, precision }: Agreement): string {
  return `${name.padEnd(14)} ${String(positives).padStart(6)} positives  area ${area.toFixed(3)}  precision ${precision.toFixed(3)}`;
}
