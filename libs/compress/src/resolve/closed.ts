import { likely, placesOf } from '../classify/classify.ts';
import { DenseModel } from '../model/dense.ts';
import { isLanguage, type Unit } from '../reading.ts';
import type { Known, LaterOn } from './later.ts';
import fitted from '../../data/closed.json' with { type: 'json' };

const model = new DenseModel(fitted);
const LEAST = 0.5;
/** How likely a unit must ask for something or leave it open before it is asked whether that is done. */
const OPEN = 0.1;

/** What is asked of the unit itself, and of what later units on its matter are. */
const OWN_PLACES = placesOf(['current', 'request', 'open', 'question', 'done', 'superseded', 'rule', 'goal', 'decision']);
const LATER_PLACES = placesOf(['done', 'decision', 'fact']);
/** How much is asked beside. */
const MORE = 7;

/**
 * The units that ask for something or leave it open, with what is known of each when it is asked whether that has been done since: how much of its matter
 * later units take up that report work as done, findings or decisions, and how much of the text follows.
 */
export function closable({ units, likelihoods }: Known, laterOn: LaterOn): { at: number; values: Float64Array }[] {
  const found: { at: number; values: Float64Array }[] = [];
  for (const [at, unit] of units.entries()) {
    const own = likelihoods[at]!;
    const open = Math.max(likely(own, 'request'), likely(own, 'open'), likely(own, 'question'));
    if (!isLanguage(unit) || open < OPEN) continue;
    const later = laterOn(at);
    const most = (worth: (j: number) => number): number => {
      let best = 0;
      for (const one of later) best = Math.max(best, one.share * worth(one.at));
      return best;
    };
    const left = units.length - 1 - at;
    const values = new Float64Array(OWN_PLACES.length + LATER_PLACES.length + MORE);
    let i = 0;
    for (const place of OWN_PLACES) values[i++] = own[place]!;
    for (const place of LATER_PLACES) values[i++] = most((j) => likelihoods[j]![place]!);
    values[i++] = most((j) => Number(units[j]!.turn > unit.turn && units[j]!.role !== unit.role));
    values[i++] = Math.min(1, later.length / 10);
    values[i++] = left / units.length;
    values[i++] = Math.min(1, left / 10);
    values[i++] = Math.min(1, left / 40);
    values[i++] = Number(unit.role === 'user');
    values[i++] = Number(unit.role === 'assistant');
    found.push({ at, values });
  }
  return found;
}

/** Whether the layout says of a unit that it is done or dropped. */
export function isShut({ status }: Pick<Unit, 'status'>): boolean {
  return status === 'done' || status === 'dropped';
}

/** Whether the layout says that a unit is open: then it is, unless something later speaks of it. */
function isLeftOpen({ status }: Unit): boolean {
  return status === 'open' || status === 'question' || status === 'undecided';
}

/** The requests, open steps and questions that have been done, answered or dropped: by the layout, or told so later in the text. */
export function closedIn(known: Known, laterOn: LaterOn): Set<number> {
  const told = closable(known, laterOn).flatMap(({ at, values }) =>
    model.chance(values) >= LEAST && (!isLeftOpen(known.units[at]!) || laterOn(at).length > 0) ? [at] : [],
  );
  return new Set([...known.units.filter(isShut).map(({ order }) => order), ...told]);
}
