import type { ReceivedSpan } from '@rest-stop/testing/otlp-receiver.ts';

/** A span with the spans that are parts of it, in the order in which they began. */
export type Branch = { span: ReceivedSpan; parts: Branch[] };

/** The tree of each trace; a span whose parent has not arrived begins a tree of its own. */
export function treesOf(spans: readonly ReceivedSpan[]): Branch[] {
  const known = new Set(spans.map(({ spanId }) => spanId));
  const byParent = Map.groupBy(spans, ({ parentSpanId = '' }) => (known.has(parentSpanId) ? parentSpanId : ''));
  const below = (id: string): Branch[] => (byParent.get(id) ?? []).toSorted(earlier).map((span) => ({ span, parts: below(span.spanId) }));
  return below('');
}

function earlier(one: ReceivedSpan, other: ReceivedSpan): number {
  return Number(one.startNs - other.startNs);
}

/** A line for each span: where it was, what it did, how long it took, and what else it tells. */
export function linesOf({ span, parts }: Branch, told: (span: ReceivedSpan) => string, depth = 0): string[] {
  const own = `${'  '.repeat(depth)}${span.service}: ${span.name}`;
  return [`${own}${told(span)}`, ...parts.flatMap((part) => linesOf(part, told, depth + 1))];
}

/** Its time in milliseconds, and the attributes that its name does not tell. */
export function timeAndAttributes({ name, startNs, endNs, attributes }: ReceivedSpan): string {
  const rest = Object.entries(attributes).filter(([, value]) => !name.split(' ').includes(String(value)));
  const told = rest.map(([key, value]) => `${key}=${value}`).join(' ');
  return `  ${(Number(endNs - startNs) / 1e6).toFixed(1)} ms  ${told}`.trimEnd();
}
