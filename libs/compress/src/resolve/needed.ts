// Takes in what is known of a text, and gives how likely it is that whoever goes on needs each of the details that can only be copied.
import { type Likelihoods, placesOf } from '../classify/classify.ts';
import { DenseModel } from '../model/dense.ts';
import { isLanguage, type Unit } from '../reading.ts';
import { bitsOf, DIGIT, LOWER, UPPER } from '../tokens/characters.ts';
import type { Known } from './known.ts';
import fitted from '../../data/needed.json' with { type: 'json' };

const model = new DenseModel(fitted);

/** What is asked of the units in which a detail stands, and how likely one is idle. */
const AMONG = placesOf([
  'goal',
  'current',
  'request',
  'rule',
  'ban',
  'decision',
  'failure',
  'done',
  'open',
  'question',
  'deadline',
  'fact',
]);
const [IDLE] = placesOf(['noise']) as [number];
/** Signs inside of a detail that tell what it is: a path, a name in code, an address, a version. */
const SIGNS = ['/', '.', '-', '_', '@', ':', '#', '=', '(', ' ', '%', '€', '$'] as const;
const MEASURED = /^0[^aA]*a?$/;
const HASH = /^(?=.*\d)(?=.*[a-f])[\da-f]{7,64}$/;
const ROLES = ['user', 'assistant', 'system', 'tool'] as const;

/** One detail of a text, with the places where it stands. */
export type Detail = { name: string; at: number[] };

/** The details of a text that can only be copied, each once. */
export function detailsOf({ identifiers }: Pick<Known, 'identifiers'>): Detail[] {
  const details = new Map<string, Detail>();
  for (const [at, names] of identifiers.entries())
    for (const name of names) {
      const known = details.get(name);
      if (known) known.at.push(at);
      else details.set(name, { name, at: [at] });
    }
  return [...details.values()];
}

/** What is known of each detail, in the order of the weights in `data/needed.json`. */
export function neededValues({ units, likelihoods }: Pick<Known, 'units' | 'likelihoods'>, details: readonly Detail[]): number[][] {
  const looks = details.map(({ name }) => lookOf(name));
  const families = new Map<string, number>();
  for (const look of looks) families.set(look, (families.get(look) ?? 0) + 1);
  return details.map(({ name, at }, i) => {
    const row: number[] = [];
    addLook(row, name, looks[i]!);
    row.push(Math.log1p(families.get(looks[i]!)! - 1) / 4, Math.log1p(details.length) / 6);
    addPlaces(row, at, units.length);
    addLikelihoods(row, at, likelihoods);
    addKinds(row, at, units);
    return row;
  });
}

/** What a detail looks like, and how long it is. */
function addLook(row: number[], name: string, look: string): void {
  for (const sign of SIGNS) row.push(Number(look.includes(sign)));
  row.push(
    Number(look.includes('0')),
    Number(look.includes('a')),
    Number(look.includes('A')),
    Number(look.startsWith('A') && look.endsWith('0')),
    Number(look.startsWith('0')),
    Number(MEASURED.test(look)),
    Number(look.includes('aA')),
    Number(HASH.test(name)),
    Math.min(1, name.length / 10),
    Math.min(1, name.length / 40),
  );
}

/** How often a detail stands in a text of so many units, whether but once, and where first and last. */
function addPlaces(row: number[], at: readonly number[], units: number): void {
  row.push(Math.log(at.length) / 3, Number(at.length === 1), at[0]! / units, at.at(-1)! / units);
}

/** What the units in which a detail stands are: the most that any is each label, and how idle the least idle one is. */
function addLikelihoods(row: number[], at: readonly number[], likelihoods: readonly Likelihoods[]): void {
  for (const label of AMONG) {
    let most = 0;
    for (const place of at) most = Math.max(most, likelihoods[place]![label]!);
    row.push(most);
  }
  let least = 1;
  for (const place of at) least = Math.min(least, likelihoods[place]![IDLE]!);
  row.push(least);
}

/** Who says the units in which a detail stands, and of which kind they are: the share of each. */
function addKinds(row: number[], at: readonly number[], units: readonly Unit[]): void {
  const share = (is: (unit: Unit) => boolean): number => at.reduce((sum, place) => sum + Number(is(units[place]!)) / at.length, 0);
  for (const role of ROLES) row.push(share((unit) => unit.role === role));
  row.push(
    share(isLanguage),
    share(({ kind }) => kind === 'item'),
    share(({ quoted }) => quoted),
  );
}

/** How likely it is that whoever goes on needs each of the details. */
export function neededIn(known: Pick<Known, 'units' | 'likelihoods' | 'identifiers'>): ReadonlyMap<string, number> {
  const details = detailsOf(known);
  const values = neededValues(known, details);
  return new Map(details.map(({ name }, i) => [name, model.chance(values[i]!)]));
}

/** A detail with one sign for each run of digits, of small and of capital letters: "A-0" for "NET-40833". */
function lookOf(name: string): string {
  let look = '';
  let before = '';
  for (const character of name) {
    const bits = bitsOf(character.codePointAt(0)!);
    const run = bits & DIGIT ? '0' : bits & LOWER ? 'a' : bits & UPPER ? 'A' : '';
    if (run === '' || run !== before) look += run || character;
    before = run;
  }
  return look;
}
