import type { Ledger, Span } from './load.ts';

/** When what a server acknowledged may be lost with it. */
export type Bounds = { redis: Span[]; postgres: Span[] };

/** What is left at the end: agents by their handle, reviews by their id, keys with visits by their hash. */
export type Left = { agents: Set<string>; reviews: Set<string>; visitedKeys: Set<string> };

const overlaps = (span: Span, spans: readonly Span[]) => spans.some(({ from, to }) => span.from <= to && span.to >= from);

export function judge({ guests, gone, reviews, revived }: Ledger, left: Left, bounds: Bounds, limit: number) {
  const over = guests.map(({ visits }) => {
    const beyond = Math.max(0, visits.length - limit);
    return { beyond, allowed: visits.filter((visit) => overlaps(visit, bounds.redis)).length };
  });
  const rows = [
    ...guests.map(({ agentId, joined }) => ({ span: joined, isLost: !left.agents.has(agentId) })),
    ...[...reviews].map(([id, span]) => ({ span, isLost: !left.reviews.has(id) })),
  ];
  const lost = rows.filter(({ isLost }) => isLost);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
  return {
    'agents that stayed': guests.length,
    'visits that passed': sum(guests.map(({ visits }) => visits.length)),
    'agents with a receipt': gone.length,
    'answers to a forgotten key after its receipt (must be 0)': revived.length,
    'forgotten agents that are there at the end (must be 0)': gone.filter(({ agentId }) => left.agents.has(agentId)).length,
    'forgotten keys with visits at the end (must be 0)': gone.filter(({ keyHash }) => left.visitedKeys.has(keyHash)).length,
    'visits beyond the limit': sum(over.map(({ beyond }) => beyond)),
    'visits beyond the limit and the bound (must be 0)': sum(over.map(({ beyond, allowed }) => Math.max(0, beyond - allowed))),
    'acknowledged rows': rows.length,
    'acknowledged rows lost': lost.length,
    'acknowledged rows lost beyond the bound (must be 0)': lost.filter(({ span }) => !overlaps(span, bounds.postgres)).length,
  };
}
