import { likely } from '../classify/classify.ts';
import { DenseModel } from '../model/dense.ts';
import { isLanguage } from '../reading.ts';
import type { Known, Later } from './later.ts';
import fitted from '../../data/closed.json' with { type: 'json' };

const model = new DenseModel(fitted);
const LEAST = 0.5;
/** How likely a unit must ask for something or leave it open before it is asked whether that is done. */
const OPEN = 0.1;

/**
 * The units that ask for something or leave it open, with what is known of each when it is asked whether that has been done since: how much of its matter
 * later units take up that report work as done, findings or decisions, and how much of the text follows.
 */
export function closable({ units, likelihoods }: Known, later: readonly (readonly Later[])[]): { at: number; values: readonly number[] }[] {
  return units.flatMap((unit, at) => {
    const own = likelihoods[at]!;
    const open = Math.max(likely(own, 'request'), likely(own, 'open'), likely(own, 'question'));
    if (!isLanguage(unit) || open < OPEN) return [];
    const most = (worth: (j: number) => number): number => later[at]!.reduce((best, one) => Math.max(best, one.share * worth(one.at)), 0);
    const left = units.length - 1 - at;
    const values = [
      ...(['current', 'request', 'open', 'question', 'done', 'superseded', 'rule', 'goal', 'decision'] as const).map((label) =>
        likely(own, label),
      ),
      most((j) => likely(likelihoods[j]!, 'done')),
      most((j) => likely(likelihoods[j]!, 'decision')),
      most((j) => likely(likelihoods[j]!, 'fact')),
      most((j) => Number(units[j]!.turn > unit.turn && units[j]!.role !== unit.role)),
      Math.min(1, later[at]!.length / 10),
      left / units.length,
      Math.min(1, left / 10),
      Math.min(1, left / 40),
      Number(unit.role === 'user'),
      Number(unit.role === 'assistant'),
    ];
    return [{ at, values: values }];
  });
}

/** The requests, open steps and questions that have been done or answered: ticked off, or told so later in the text. */
export function closedIn(known: Known, later: readonly (readonly Later[])[]): Set<number> {
  const told = closable(known, later).flatMap(({ at, values }) => (model.chance(values) >= LEAST ? [at] : []));
  return new Set([...known.units.flatMap(({ ticked, order }) => (ticked ? [order] : [])), ...told]);
}
