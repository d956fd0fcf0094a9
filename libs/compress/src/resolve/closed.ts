// Takes in what is known of a text, and gives its requests, open steps and questions that have been done or answered since.
import { type Likelihoods, likely, placesOf } from '../classify/classify.ts';
import { DenseModel } from '../model/dense.ts';
import { isLanguage, type Unit } from '../reading.ts';
import type { Known } from './known.ts';
import type { Later, LaterOn } from './later.ts';
import fitted from '../../data/closed.json' with { type: 'json' };

const model = new DenseModel(fitted);
const LEAST = 0.5;
/** How likely a unit must ask for something or leave it open before it is asked whether that is done. */
const OPEN = 0.1;

/** What is asked of the unit itself, and of what later units on its matter are. */
const OWN_PLACES = placesOf(['current', 'request', 'open', 'question', 'done', 'superseded', 'rule', 'goal', 'decision']);
const LATER_PLACES = placesOf(['done', 'decision', 'fact']);
/** The units that ask for something or leave it open, each with what is known of it when it is asked whether that has been done since. */
export function closable(known: Known, laterOn: LaterOn): { at: number; values: number[] }[] {
  const asking = known.units.filter((unit) => isLanguage(unit) && isOpen(known.likelihoods[unit.order]!));
  return asking.map(({ order }) => ({ at: order, values: valuesOf(known, order, laterOn(order)) }));
}

function isOpen(own: Likelihoods): boolean {
  return Math.max(likely(own, 'request'), likely(own, 'open'), likely(own, 'question')) >= OPEN;
}

/** What is known of one of them, in the order of the weights in `data/closed.json`. */
function valuesOf({ units, likelihoods }: Known, at: number, later: readonly Later[]): number[] {
  const unit = units[at]!;
  /** The most that any later unit is worth, each by how much of the matter it takes up. */
  const most = (worth: (by: number) => number): number => later.reduce((best, one) => Math.max(best, one.share * worth(one.at)), 0);
  const isAnswer = (by: number): boolean => units[by]!.turn > unit.turn && units[by]!.role !== unit.role;
  const left = units.length - 1 - at;
  return [
    ...OWN_PLACES.map((place) => likelihoods[at]![place]!),
    ...LATER_PLACES.map((place) => most((by) => likelihoods[by]![place]!)),
    most((by) => Number(isAnswer(by))),
    Math.min(1, later.length / 10),
    // How much of the text follows.
    left / units.length,
    Math.min(1, left / 10),
    Math.min(1, left / 40),
    // Who says it.
    Number(unit.role === 'user'),
    Number(unit.role === 'assistant'),
  ];
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
