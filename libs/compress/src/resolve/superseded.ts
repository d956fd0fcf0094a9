import { likely, placesOf } from '../classify/classify.ts';
import { DenseModel } from '../model/dense.ts';
import { isLanguage } from '../reading.ts';
import type { Known, LaterOn } from './later.ts';
import { type Likeliest, likeliestOf, logOdds, Pairs } from './replacing.ts';
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

/** How much is asked beside, of what stands around the statement and of the likeliest later one. */
const ASKED = 13;

/** The places of the statements of which it is asked whether they still hold. */
export function bindingIn({ units, likelihoods }: Known): number[] {
  const found: number[] = [];
  for (const [at, unit] of units.entries()) {
    const own = likelihoods[at]!;
    if ((isLanguage(unit) || unit.kind === 'table') && BINDING_PLACES.some((place) => own[place]! >= BINDS)) found.push(at);
  }
  return found;
}

/** What is known of a statement that may hold no longer: what it is, where it stands, and the later one that most looks like what replaces it. */
export function doubtOf(
  known: Known,
  laterOn: LaterOn,
  at: number,
  { chance, second, values }: Likeliest,
  doubt: Float64Array = new Float64Array(OWN.length + ASKED + values.length),
): Float64Array {
  const { units, likelihoods } = known;
  const own = likelihoods[at]!;
  const unit = units[at]!;
  const superseded = likely(own, 'superseded');
  let near = 0;
  for (let by = at + 1; by <= at + NEAR && by < units.length; by++) near = Math.max(near, likely(likelihoods[by]!, 'replaces'));
  let i = 0;
  for (const place of OWN_PLACES) doubt[i++] = own[place]!;
  doubt[i++] = near;
  doubt[i++] = near * superseded;
  doubt[i++] = Number(unit.role === 'user');
  doubt[i++] = Number(unit.role === 'tool');
  doubt[i++] = Number(unit.role === 'system');
  doubt[i++] = at / units.length;
  doubt[i++] = Math.min(1, laterOn(at).length / 12);
  doubt[i++] = logOdds(near);
  doubt[i++] = logOdds(superseded);
  doubt[i++] = chance;
  doubt[i++] = logOdds(chance);
  doubt[i++] = second;
  doubt[i++] = logOdds(second);
  doubt.set(values, i);
  return doubt;
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
  let doubt: Float64Array | undefined;
  for (const at of bindingIn(known)) {
    // What failed has failed, whatever is said of it later.
    if (likely(known.likelihoods[at]!, 'failure') >= FAILED) continue;
    const likeliest = likeliestOf(pairs.of(at));
    if (!likeliest) continue;
    const { by } = likeliest;
    doubt = doubtOf(known, laterOn, at, likeliest, doubt);
    const chance = model.chance(doubt);
    if (chance >= GONE && likely(known.likelihoods[at]!, 'goal') < GOAL) gone.set(at, by);
    else if (chance >= DOUBTED && likeliest.chance >= RIGHT) doubted.set(at, { by, chance });
  }
  return { gone, doubted };
}
