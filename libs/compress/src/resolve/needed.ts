import { type Likelihoods, placesOf } from '../classify/classify.ts';
import { DenseModel } from '../model/dense.ts';
import { isLanguage, type Unit } from '../reading.ts';
import { bitsOf, DIGIT, LOWER, UPPER } from '../tokens/characters.ts';
import type { Known } from './later.ts';
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

/** How much is known of a detail by its looks and its places, and by the units in which it stands. */
const OWN = SIGNS.length + 16;
const WIDTH = OWN + AMONG.length + 1 + ROLES.length + 3;

/** What is known of a detail, by its number; put into `values`. */
type ValuesOf = (detail: number, values?: Float64Array) => Float64Array;

/** What is known of each detail: what it looks like, how many others look like it, where it stands and in what. */
export function neededValues({ units, likelihoods }: Pick<Known, 'units' | 'likelihoods'>, details: readonly Detail[]): ValuesOf {
  const looks = details.map(({ name }) => lookOf(name));
  const families = new Map<string, number>();
  for (const look of looks) families.set(look, (families.get(look) ?? 0) + 1);
  return (detail, values = new Float64Array(WIDTH)) => {
    const { name, at } = details[detail]!;
    const look = looks[detail]!;
    let i = 0;
    for (const sign of SIGNS) values[i++] = Number(look.includes(sign));
    values[i++] = Number(look.includes('0'));
    values[i++] = Number(look.includes('a'));
    values[i++] = Number(look.includes('A'));
    values[i++] = Number(look.startsWith('A') && look.endsWith('0'));
    values[i++] = Number(look.startsWith('0'));
    values[i++] = Number(MEASURED.test(look));
    values[i++] = Number(look.includes('aA'));
    values[i++] = Number(HASH.test(name));
    values[i++] = Math.min(1, name.length / 10);
    values[i++] = Math.min(1, name.length / 40);
    values[i++] = Math.log1p(families.get(look)! - 1) / 4;
    values[i++] = Math.log1p(details.length) / 6;
    values[i++] = Math.log(at.length) / 3;
    values[i++] = Number(at.length === 1);
    values[i++] = at[0]! / units.length;
    values[i++] = at.at(-1)! / units.length;
    values.fill(0, OWN);
    let least = 1;
    for (const place of at) {
      addPlace(values, units[place]!, likelihoods[place]!, at.length);
      least = Math.min(least, likelihoods[place]![IDLE]!);
    }
    values[OWN + AMONG.length] = least;
    return values;
  };
}

/** Adds one of the `count` units in which a detail stands: the most that any is each label, and how many are of which kind. */
function addPlace(values: Float64Array, unit: Unit, own: Likelihoods, count: number): void {
  let i = OWN;
  for (const label of AMONG) {
    values[i] = Math.max(values[i]!, own[label]!);
    i++;
  }
  for (const role of ROLES) values[++i]! += Number(unit.role === role) / count;
  values[++i]! += Number(isLanguage(unit)) / count;
  values[++i]! += Number(unit.kind === 'item') / count;
  values[++i]! += Number(unit.quoted) / count;
}

/** How likely it is that whoever goes on needs each of the details. */
export function neededIn(known: Pick<Known, 'units' | 'likelihoods' | 'identifiers'>): ReadonlyMap<string, number> {
  const details = detailsOf(known);
  const valuesOf = neededValues(known, details);
  const values = new Float64Array(WIDTH);
  return new Map(details.map(({ name }, i) => [name, model.chance(valuesOf(i, values))]));
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
