// Takes in the classified units of a text, and gives how likely a successor needs each, and as what.
import { DenseModel } from '../model/dense.ts';
import type { Unit } from '../reading.ts';
import { type Classified, weighFeatures } from './features.ts';
import { type Need, needs, speakers } from './needs.ts';
import fitted from '../../data/needs.json' with { type: 'json' };

const model = new DenseModel(fitted);
const INDEX = Object.fromEntries(needs.map((need, i) => [need, i])) as Record<Need, number>;

/** The probability of each need, in the order of {@link needs}, for every unit. */
export type Weighed = readonly Float32Array[];

export function weigh(known: Classified): Weighed {
  return weighFeatures(known).map((values) => model.probabilities(values));
}

/** How likely `unit` is `need`, 0 to 1; 0 where its speaker cannot state that. */
export function probability(weighed: Weighed, unit: Pick<Unit, 'order' | 'role'>, need: Need): number {
  return speakers[need].includes(unit.role) ? weighed[unit.order]![INDEX[need]]! : 0;
}
