// Takes in what is known of a text, and gives its statements that a later one replaces or withdraws, or may.
import { likely, placesOf } from '../classify/classify.ts';
import { DenseModel } from '../model/dense.ts';
import { joined } from '../model/rows.ts';
import { isLanguage, type Unit } from '../reading.ts';
import type { Known } from './known.ts';
import type { LaterOn } from './later.ts';
import { logOdds } from './odds.ts';
import { type Likeliest, likeliestOf, Pairs } from './replacing.ts';
import fitted from '../../data/superseded.json' with { type: 'json' };

const model = new DenseModel(fitted);
/** How likely it must be that a unit holds no longer before it is left out: to drop a rule in force costs more than to keep one that is not. */
const GONE = 0.7;
/** How likely it must be before it is shown only together with the later one. */
const DOUBTED = 0.3;
/** How likely that later one must be the right one: side by side, two sentences that have nothing to do with each other mislead. */
const RIGHT = 0.4;
/** How likely a unit must tell of a failed attempt to be shown as one, though it no longer holds. */
const FAILED = 0.4;
/** How likely a unit must state the goal to be shown, with what may replace it, however likely that is: without it nothing else is understood. */
const GOAL = 0.6;
/** How many units right behind a statement are asked whether they withdraw something. */
const NEAR = 3;

/** The labels of what binds whoever goes on: of anything else it is not asked whether it still holds. */
const BINDING = ['rule', 'ban', 'decision', 'deadline', 'request', 'open'] as const;
/** How likely a unit must be one of them. */
const BINDS = 0.16;
/** What is asked of the unit itself. */
const OWN = [...BINDING, 'superseded', 'replaces', 'fact', 'done', 'failure', 'goal', 'noise'] as const;

const BINDING_PLACES = placesOf(BINDING);
const OWN_PLACES = placesOf(OWN);

/** The places of the statements of which it is asked whether they still hold. */
export function bindingIn({ units, likelihoods }: Known): number[] {
  const found: number[] = [];
  for (const [at, unit] of units.entries()) {
    const own = likelihoods[at]!;
    if ((isLanguage(unit) || unit.kind === 'table') && BINDING_PLACES.some((place) => own[place]! >= BINDS)) found.push(at);
  }
  return found;
}

/** What is known of a statement that may hold no longer, in the order of the weights in `data/superseded.json`. */
export function doubtOf(known: Known, laterOn: LaterOn, at: number, likeliest: Likeliest): number[] {
  const { units, likelihoods } = known;
  const superseded = likely(likelihoods[at]!, 'superseded');
  const near = replacedNear(known, at);
  const place = at / units.length;
  const later = Math.min(1, laterOn(at).length / 12);
  return joined([
    OWN_PLACES.map((label) => likelihoods[at]![label]!),
    [near, near * superseded],
    speaker(units[at]!),
    [place, later, logOdds(near), logOdds(superseded)],
    likeness(likeliest),
    likeliest.values,
  ]);
}

/** How likely the units right behind a statement are to withdraw something: the most that any of them is. */
function replacedNear({ likelihoods }: Known, at: number): number {
  return likelihoods.slice(at + 1, at + 1 + NEAR).reduce((most, own) => Math.max(most, likely(own, 'replaces')), 0);
}

/** Who says it. */
function speaker({ role }: Unit): number[] {
  return [Number(role === 'user'), Number(role === 'tool'), Number(role === 'system')];
}

/** How much the later one that most looks like what replaces it does so, and the next one. */
function likeness({ chance, second }: Likeliest): number[] {
  return [chance, logOdds(chance), second, logOdds(second)];
}

/** What no longer holds: statements that a later one replaces or withdraws, and those of which that is only possible, each with the later one's place. */
export type Superseded = { gone: Map<number, number>; doubted: Map<number, Replaceable> };

/** That a later unit may replace one, and how likely that is. */
export type Replaceable = { by: number; chance: number };

/** Asks of each statement whether a later one replaces or withdraws it. */
export function supersededIn(known: Known, laterOn: LaterOn): Superseded {
  const gone = new Map<number, number>();
  const doubted = new Map<number, Replaceable>();
  const pairs = new Pairs(known, laterOn);
  for (const at of bindingIn(known)) {
    // What failed has failed, whatever is said of it later.
    if (likely(known.likelihoods[at]!, 'failure') >= FAILED) continue;
    const likeliest = likeliestOf(pairs.of(at));
    if (!likeliest) continue;
    const { by } = likeliest;
    const chance = model.chance(doubtOf(known, laterOn, at, likeliest));
    if (chance >= GONE && likely(known.likelihoods[at]!, 'goal') < GOAL) gone.set(at, by);
    else if (chance >= DOUBTED && likeliest.chance >= RIGHT) doubted.set(at, { by, chance });
  }
  return { gone, doubted };
}
