import { parseArgs } from 'node:util';

type Values = Record<string, number | string>;
type Widened<V> = { [Name in keyof V]: V[Name] extends number ? number : string };

/** The options of a program that is run by hand, where `--name` was not given its default. @throws when one is unknown or no number */
export function readOptions<V extends Values>(defaults: V): Widened<V> {
  const options = Object.fromEntries(Object.keys(defaults).map((name) => [name, { type: 'string' as const }]));
  const { values } = parseArgs({ options });
  const read = Object.entries(defaults).map(([name, value]) => {
    const given = values[name];
    if (typeof value === 'number' && Number.isNaN(Number(given ?? value))) throw new Error(`--${name} must be a number`);
    return [name, typeof value === 'number' ? Number(given ?? value) : (given ?? value)];
  });
  return Object.fromEntries(read) as Widened<V>;
}

/** A seed for a run that was not given one. */
export const anySeed = (): number => Date.now() % 1_000_000;

/** Prints one line for each total. Answers whether every one that must be 0, as its name says, is. */
export function printTotals(totals: Record<string, number>): boolean {
  const entries = Object.entries(totals);
  for (const [name, total] of entries) console.log(`${String(total).padStart(10)}  ${name}`);
  return entries.every(([name, total]) => !name.endsWith('(must be 0)') || total === 0);
}
