// Takes in the units of a text, and gives what comes back in it: statements told again, and the values of ledgers.
import type { Unit } from '../reading.ts';
import { DENSE, densityOf } from './records.ts';

/** Times that a wording must come back before it is one statement told again, or a ledger. */
const LEAST = 3;

export type Folded = {
  /** How often the wording of each unit stands in the text, numbers and ids aside. */
  counts: readonly number[];
  /** Units that a later one repeats, and values of a name that has a newer one. */
  repeated: ReadonlySet<number>;
  /** Units of the same wording that each state another value. */
  ledger: ReadonlySet<number>;
};

export function foldedIn(units: readonly Unit[]): Folded {
  const groups = Map.groupBy(units, ({ tokens }) => wordingOf(tokens));
  const counts = units.map(() => 1);
  const repeated = new Set<number>();
  const ledger = new Set<number>();
  for (const own of groups.values()) {
    for (const { order } of own) counts[order] = own.length;
    if (own.length < LEAST) continue;
    if (densityOf(own[0]!.tokens) < DENSE) for (const { order } of own.slice(0, -1)) repeated.add(order);
    else for (const { order } of own) ledger.add(order);
  }
  const newest = new Map<string, number>();
  for (const order of ledger) {
    const name = nameOf(units[order]!);
    const older = newest.get(name);
    if (older !== undefined && older !== order) repeated.add(Math.min(older, order));
    newest.set(name, Math.max(order, older ?? 0));
  }
  return { counts, repeated, ledger };
}

/** What a text says apart from its values: numbers, ids and names in capitals count as one sign. */
function wordingOf(tokens: Unit['tokens']): string {
  return tokens.map(({ norm, shape }) => (shape === 'word' || shape === 'name' || shape === 'sign' ? norm : '#')).join(' ');
}

/** What the value of a ledger belongs to: all that stands before it. */
function nameOf({ text, tokens }: Unit): string {
  const value = tokens.findLast(({ shape }) => shape !== 'sign' && shape !== 'word' && shape !== 'name');
  const assigned = text.indexOf('=');
  return text.slice(0, assigned > 0 ? assigned : (value?.start ?? text.length));
}
