import { likely } from '../classify/classify.ts';
import { DenseModel } from '../model/dense.ts';
import { isLanguage } from '../reading.ts';
import type { Known, Later } from './later.ts';
import { type Likeliest, likeliestOf, logOdds, Pairs } from './replacing.ts';
import fitted from '../../data/superseded.json' with { type: 'json' };

const model = new DenseModel(fitted);
/** How likely it must be that a unit holds no longer before it is left out: to drop a rule in force costs more than to keep one that is not. */
const GONE = 0.55;
/** How likely it must be before it is shown only together with the later one. */
const DOUBTED = 0.15;
/** How likely a unit must tell of a failed attempt to be shown as one, though it no longer holds. */
const FAILED = 0.4;
/** How many units right behind a statement are asked whether they withdraw something. */
const NEAR = 3;

/** The labels of what binds whoever goes on: of anything else it is not asked whether it still holds. */
const BINDING = ['rule', 'ban', 'decision', 'deadline', 'request', 'open'] as const;
/** How likely a unit must be one of them. */
const BINDS = 0.12;
/** What is asked of the unit itself. */
const OWN = [...BINDING, 'superseded', 'replaces', 'fact', 'done', 'failure', 'goal', 'noise'] as const;

/** The places of the statements of which it is asked whether they still hold. */
export function bindingIn({ units, likelihoods }: Known): number[] {
  return units.flatMap((unit, at) => {
    const own = likelihoods[at]!;
    return (isLanguage(unit) || unit.kind === 'table') && BINDING.some((label) => likely(own, label) >= BINDS) ? [at] : [];
  });
}

/** What is known of a statement that may hold no longer: what it is, where it stands, and the later one that most looks like what replaces it. */
export function doubtOf(known: Known, later: readonly Later[], at: number, { chance, second, values }: Likeliest): readonly number[] {
  const { units, likelihoods } = known;
  const own = likelihoods[at]!;
  const unit = units[at]!;
  const near = Math.max(0, ...likelihoods.slice(at + 1, at + 1 + NEAR).map((its) => likely(its, 'replaces')));
  return [
    ...OWN.map((label) => likely(own, label)),
    near,
    near * likely(own, 'superseded'),
    Number(unit.role === 'user'),
    Number(unit.role === 'tool'),
    Number(unit.role === 'system'),
    at / units.length,
    Math.min(1, later.length / 12),
    logOdds(near),
    logOdds(likely(own, 'superseded')),
    chance,
    logOdds(chance),
    second,
    logOdds(second),
    ...values,
  ];
}

/** What no longer holds: statements that a later one replaces or withdraws, and those of which that is only possible, each with the later one's place. */
export type Superseded = { gone: Map<number, number>; doubted: Map<number, Replaceable> };

/** That a later unit may replace one, and how likely that is. */
export type Replaceable = { by: number; chance: number };

/** Asks of each statement whether a later one replaces or withdraws it. */
export function supersededIn(known: Known, later: readonly (readonly Later[])[]): Superseded {
  const gone = new Map<number, number>();
  const doubted = new Map<number, Replaceable>();
  const pairs = new Pairs(known, later);
  for (const at of bindingIn(known)) {
    const likeliest = likeliestOf(pairs.of(at));
    // What failed has failed, whatever is said of it later.
    if (!likeliest || likely(known.likelihoods[at]!, 'failure') >= FAILED) continue;
    const { by } = likeliest;
    const chance = model.chance(doubtOf(known, later[at]!, at, likeliest));
    if (chance >= GONE) gone.set(at, by);
    else if (chance >= DOUBTED) doubted.set(at, { by, chance });
  }
  return { gone, doubted };
}
