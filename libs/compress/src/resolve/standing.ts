// Takes in a unit with what is known of its text, and tells whether it may be shown as something that holds.
import { likely } from '../classify/classify.ts';
import type { Unit } from '../reading.ts';
import type { Known } from './known.ts';

/** Units with what they are and which of them a later one replaced. */
export type Standing = Pick<Known, 'units' | 'likelihoods'> & { superseded: ReadonlyMap<number, number> };

/** Likelihood from which on a unit is taken for an order smuggled in by a text without authority. */
const INJECTED = 0.2;

/** Whether a unit may be shown as something that holds: not withdrawn, no smuggled order, no mere title. */
export function holds({ likelihoods, superseded }: Standing, unit: Unit): boolean {
  return unit.kind !== 'heading' && !superseded.has(unit.order) && likely(likelihoods[unit.order]!, 'injected') < INJECTED;
}

/** Whether a unit holds and nothing later may have withdrawn it: what is only shown beside another one must. */
export function surelyHolds(standing: Standing & { doubted: ReadonlyMap<number, unknown> }, unit: Unit): boolean {
  return holds(standing, unit) && !standing.doubted.has(unit.order);
}
