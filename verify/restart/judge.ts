/** When something was asked and answered, by this machine's clock, in milliseconds since the epoch. */
export type Span = { from: number; to: number };

/** What was let in under one limit: each request with its time and what it counts. */
export type Ledger = { limit: number; entries: (Span & { counts: number })[] };

/** A killed Redis may lose what it wrote in its last second; the second second is for a disk that is slow. */
export const mayLoseMs = 2_000;

const overlaps = (span: Span, spans: readonly Span[]) => spans.some(({ from, to }) => span.from <= to && span.to >= from);
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

/** How much was let in beyond the limit, not counting what was let in shortly before a SIGKILL. */
export function beyond({ limit, entries }: Ledger, losable: readonly Span[]): number {
  const kept = entries.filter((entry) => !overlaps(entry, losable));
  return Math.max(0, sum(kept.map(({ counts }) => counts)) - limit);
}

/** How much a ledger counts in all. */
export const totalOf = ({ entries }: Ledger): number => sum(entries.map(({ counts }) => counts));
