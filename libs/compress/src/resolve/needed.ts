import { type Likelihoods, likely } from '../classify/classify.ts';
import { DenseModel } from '../model/dense.ts';
import { isLanguage, type Unit } from '../reading.ts';
import type { Known } from './later.ts';
import fitted from '../../data/needed.json' with { type: 'json' };

const model = new DenseModel(fitted);

/** What is asked of the units in which a detail stands. */
const AMONG = ['goal', 'current', 'request', 'rule', 'ban', 'decision', 'failure', 'done', 'open', 'question', 'deadline', 'fact'] as const;
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

/** What is known of each detail: what it looks like, how many others look like it, where it stands and in what. */
export function neededValues({ units, likelihoods }: Pick<Known, 'units' | 'likelihoods'>, details: readonly Detail[]): number[][] {
  const looks = details.map(({ name }) => lookOf(name));
  const families = new Map<string, number>();
  for (const look of looks) families.set(look, (families.get(look) ?? 0) + 1);
  return details.map(({ name, at }, i) => {
    const look = looks[i]!;
    return [
      ...SIGNS.map((sign) => Number(look.includes(sign))),
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
      Math.log1p(families.get(look)! - 1) / 4,
      Math.log1p(details.length) / 6,
      Math.log(at.length) / 3,
      Number(at.length === 1),
      at[0]! / units.length,
      at.at(-1)! / units.length,
      ...surroundingsOf(at.map((place) => ({ unit: units[place]!, own: likelihoods[place]! }))),
    ];
  });
}

/** Of the units in which a detail stands: the most that they are each label, the least that one is idle, and how many are of which kind. */
function surroundingsOf(places: readonly { unit: Unit; own: Likelihoods }[]): number[] {
  const found = new Array<number>(AMONG.length + 1 + ROLES.length + 3).fill(0);
  let least = 1;
  for (const { unit, own } of places) {
    let k = 0;
    for (const label of AMONG) {
      found[k] = Math.max(found[k]!, likely(own, label));
      k++;
    }
    least = Math.min(least, likely(own, 'noise'));
    for (const role of ROLES) found[++k]! += Number(unit.role === role) / places.length;
    found[++k]! += Number(isLanguage(unit)) / places.length;
    found[++k]! += Number(unit.kind === 'item') / places.length;
    found[++k]! += Number(unit.quoted) / places.length;
  }
  found[AMONG.length] = least;
  return found;
}

/** How likely it is that whoever goes on needs each of the details. */
export function neededIn(known: Pick<Known, 'units' | 'likelihoods' | 'identifiers'>): ReadonlyMap<string, number> {
  const details = detailsOf(known);
  const values = neededValues(known, details);
  return new Map(details.map(({ name }, i) => [name, model.chance(values[i]!)]));
}

/** A detail with one sign for each run of digits, of small and of capital letters: "A-0" for "NET-40833". */
function lookOf(name: string): string {
  return name
    .replace(/\d+/g, '0')
    .replace(/\p{Ll}+/gu, 'a')
    .replace(/\p{Lu}+/gu, 'A');
}
