// Takes in what is known of a text, and gives for each unit the later ones that speak of the same matter.
import { isLanguage } from '../reading.ts';
import type { Known } from './known.ts';

/** A later unit that takes up the matter of an earlier one; `share`: how much of the earlier one's matter, 0 to 1. */
export type Later = { at: number; share: number };

/** A stem that stands in more units than this ties nothing together. */
const COMMON = 40;
/** Most later units that are looked at for each. */
const MOST = 12;

/** The later units that take up the matter of the unit at a place, those that share most of it first. */
export type LaterOn = (at: number) => readonly Later[];

/** Finds later units on the matter of an earlier one, of each unit of which they are asked for, once. */
export function laterOn({ units, rarity }: Known): LaterOn {
  const holders = holdersIn({ units, rarity });
  const shared = new Float64Array(units.length);
  const known: (readonly Later[] | undefined)[] = [];
  const found = (i: number): Later[] => {
    const best: Later[] = [];
    if (!isLanguage(units[i]!)) return best;
    const touched: number[] = [];
    for (const stem of rarity.units[i]!) {
      const own = holders[stem];
      if (own === undefined) continue;
      const weight = rarity.weight(stem);
      for (let k = own.length - 1; own[k]! > i; k--) {
        const at = own[k]!;
        if (shared[at] === 0) touched.push(at);
        shared[at]! += weight;
      }
    }
    for (const at of touched) {
      enter(best, at, shared[at]! / rarity.weightOf(i));
      shared[at] = 0;
    }
    return best;
  };
  return (i) => (known[i] ??= found(i));
}

/** The places, in order, of the units of language that speak of each stem; none for a stem that ties nothing together. */
function holdersIn({ units, rarity }: Pick<Known, 'units' | 'rarity'>): readonly (readonly number[] | undefined)[] {
  const holders: (number[] | undefined)[] = Array.from({ length: rarity.size });
  for (const [i, unit] of units.entries()) {
    if (!isLanguage(unit)) continue;
    for (const stem of rarity.units[i]!) {
      const count = rarity.count(stem);
      if (count > 1 && count <= COMMON) (holders[stem] ??= []).push(i);
    }
  }
  return holders;
}

/** Puts a later unit among the best ones, if it is one of them; of equal ones the nearer comes first. */
function enter(best: Later[], at: number, share: number): void {
  let place = best.length;
  while (place > 0 && isBefore(at, share, best[place - 1]!)) place--;
  if (place === MOST) return;
  const last = Math.min(best.length, MOST - 1);
  for (let k = last; k > place; k--) best[k] = best[k - 1]!;
  best[place] = { at, share };
}

function isBefore(at: number, share: number, other: Later): boolean {
  return share > other.share || (share === other.share && at < other.at);
}
