import { askingTheHuman } from './asking-the-human.ts';
import { carryingGlass } from './carrying-glass.ts';
import { dataNotOrders } from './data-not-orders.ts';
import { doneMeansChecked } from './done-means-checked.ts';
import { fullContext } from './full-context.ts';
import { goodHandover } from './good-handover.ts';
import { honestUncertainty } from './honest-uncertainty.ts';
import { lostConstraints } from './lost-constraints.ts';
import { retryOrStop } from './retry-or-stop.ts';
import { travellingLight } from './travelling-light.ts';
import type { Seminar } from './seminar.ts';

/** Every seminar on offer, in the order in which the interface lists them. */
export const catalogue: readonly Seminar[] = [
  lostConstraints,
  fullContext,
  goodHandover,
  honestUncertainty,
  retryOrStop,
  dataNotOrders,
  doneMeansChecked,
  askingTheHuman,
  carryingGlass,
  travellingLight,
];

/** The seminar with exactly this slug (case-sensitive), or undefined where the catalogue has none. */
export function findSeminar(slug: string): Seminar | undefined {
  return catalogue.find((seminar) => seminar.slug === slug);
}
