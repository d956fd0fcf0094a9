// Takes in the units of a text with what still holds of them, and gives those that state its goal, and those of the request that stands last.
import { likely } from '../classify/classify.ts';
import { isLanguage, type Unit } from '../reading.ts';
import { holds, type Standing } from './standing.ts';

/** Units around the likeliest one among which the rest of the last request stands. */
const NEAR = 7;

/** The units that state the goal, in the order of the text: the likeliest one, and others nearly as likely. A title may state it. */
export function goalOf(standing: Standing): Unit[] {
  const units = standing.units.filter((unit) => unit.kind === 'heading' || (isLanguage(unit) && holds(standing, unit)));
  return likeliest(standing, units, 'goal', { most: 3, share: 0.5, floor: 0.3 });
}

/** The units of the request that stands last: the likeliest one, and what belongs to it in the same turn. */
export function requestOf(standing: Standing): Unit[] {
  const units = standing.units.filter((unit) => isLanguage(unit) && holds(standing, unit));
  const [first] = likeliest(standing, units, 'current', { most: 1, share: 1, floor: 0 });
  const near = units.filter((unit) => first && unit.turn === first.turn && Math.abs(unit.order - first.order) <= NEAR);
  return likeliest(standing, near, 'current', { most: 6, share: 0.35, floor: 0.2 });
}

/** How likely a unit must be at least to be a goal or a request: a text of a machine has neither. */
const NONE = 0.05;

/** The units likeliest to be `label`: at most `most`, each but the first at least `share` as likely as it and at least `floor`. */
function likeliest(
  { likelihoods }: Standing,
  units: readonly Unit[],
  label: 'goal' | 'current',
  { most, share, floor }: { most: number; share: number; floor: number },
): Unit[] {
  const chanceOf = (unit: Unit): number => likely(likelihoods[unit.order]!, label);
  const sorted = units
    .filter((unit) => chanceOf(unit) >= NONE)
    .toSorted((a, b) => chanceOf(b) - chanceOf(a))
    .slice(0, most);
  const least = sorted[0] ? Math.max(floor, share * chanceOf(sorted[0])) : 0;
  return sorted.filter((unit, i) => i === 0 || chanceOf(unit) >= least).toSorted((a, b) => a.order - b.order);
}
