import type { NextActionsResult, Results, Target } from './interface.ts';

/**
 * The results of the parts of one context as one result of the same shape. Lists are put one behind the other, each entry once; prose is
 * put one behind the other, a paragraph for each part. Nothing is weighed against anything: what a later part takes back, an earlier one
 * may still say, and a `tldr` has as many paragraphs as there were parts.
 */
export function merge<T extends Target>(target: T, results: readonly Results[T][]): Results[T] {
  const merged = inOne(results);
  if (target === 'bullets') return withoutRepeats((merged as string).split('\n').filter((line) => line.trim())).join('\n') as Results[T];
  if (target !== 'next_actions') return merged as Results[T];
  const { actions } = merged as NextActionsResult;
  const urgency = ['high', 'medium', 'low'];
  return { actions: [...actions].sort((a, b) => urgency.indexOf(a.priority) - urgency.indexOf(b.priority)) } as Results[T];
}

function inOne(values: readonly unknown[]): unknown {
  const [first] = values;
  if (Array.isArray(first)) return withoutRepeats(values.flat());
  if (typeof first !== 'object' || first === null) return withoutRepeats(values.map(String)).join('\n\n');
  return Object.fromEntries(
    Object.keys(first).map((slot) => [slot, inOne(values.map((value) => (value as Record<string, unknown>)[slot]))]),
  );
}

/** `values` in their order, of equal ones the first. */
function withoutRepeats<V>(values: readonly V[]): V[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value] as const)).values()];
}
