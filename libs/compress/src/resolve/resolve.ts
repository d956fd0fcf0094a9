// The stage that asks what still holds: takes in what is known of a text, and gives what no longer counts of it, what is needed, its goal and its last request.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Unit } from '../reading.ts';
import { goalOf, requestOf } from './aims.ts';
import { closedIn } from './closed.ts';
import type { Known } from './known.ts';
import { laterOn } from './later.ts';
import { neededIn } from './needed.ts';
import { type Replaceable, supersededIn } from './superseded.ts';

/** What still holds of a text, and what of it matters most to whoever goes on. */
export type Resolved = {
  /** Units that a later one replaces or withdraws, each with that one's place. */
  superseded: ReadonlyMap<number, number>;
  /** Units that a later one may replace: they are shown only together with it. */
  doubted: ReadonlyMap<number, Replaceable>;
  /** Requests, open steps and questions that have been done or answered since. */
  closed: ReadonlySet<number>;
  /** How likely it is that whoever goes on needs each of the details that can only be copied. */
  needed: ReadonlyMap<string, number>;
  /** The units that state what the work is for, in the order of the text. */
  goal: readonly Unit[];
  /** The units of the request that stands last, in the order of the text. */
  request: readonly Unit[];
};

/** Asks of the units of a text what still holds. Between these steps the thread does what else waits for it. */
export async function resolve(known: Known): Promise<Resolved> {
  const later = laterOn(known);
  await nextTurn();
  const { gone, doubted } = supersededIn(known, later);
  await nextTurn();
  const standing = { units: known.units, likelihoods: known.likelihoods, superseded: gone };
  return {
    superseded: gone,
    doubted,
    closed: closedIn(known, later),
    needed: neededIn(known),
    goal: goalOf(standing),
    request: requestOf(standing),
  };
}
