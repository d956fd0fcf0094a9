import type { Likelihoods } from '../classify/classify.ts';
import { isLanguage, type Unit } from '../reading.ts';
import type { Rarity } from '../tokens/stems.ts';

/** What is known of the units of a text when it is asked what still holds of it. */
export type Known = {
  units: readonly Unit[];
  likelihoods: readonly Likelihoods[];
  stems: readonly (readonly string[])[];
  rarity: Rarity;
  /** The details of each unit that can only be copied. */
  identifiers: readonly (readonly string[])[];
};

/** A later unit that takes up the matter of an earlier one; `share`: how much of the earlier one's matter, 0 to 1. */
export type Later = { at: number; share: number };

/** A stem that stands in more units than this ties nothing together. */
const COMMON = 40;
/** Most later units that are looked at for each. */
export const MOST = 12;

/** For each unit the later ones that take up its matter, those that share most of it first. */
export function laterOn({ units, rarity }: Known): Later[][] {
  const holders: number[][] = [];
  const shared = new Float64Array(units.length);
  const found: Later[][] = units.map(() => []);
  for (let i = units.length - 1; i >= 0; i--) {
    if (!isLanguage(units[i]!)) continue;
    const touched: number[] = [];
    let all = 0;
    for (const stem of rarity.units[i]!) {
      const weight = rarity.weight(stem);
      all += weight;
      const count = rarity.count(stem);
      if (count === 1 || count > COMMON) continue;
      const own = (holders[stem] ??= []);
      for (const at of own) {
        if (shared[at] === 0) touched.push(at);
        shared[at]! += weight;
      }
      own.push(i);
    }
    for (const at of touched) {
      enter(found[i]!, at, shared[at]! / all);
      shared[at] = 0;
    }
  }
  return found;
}

/** Puts a later unit among the best ones, if it is one of them; of equal ones the nearer comes first. */
function enter(best: Later[], at: number, share: number): void {
  let place = best.length;
  while (place > 0 && isBefore(at, share, best[place - 1]!)) place--;
  if (place === MOST) return;
  if (best.length === MOST) best.pop();
  best.splice(place, 0, { at, share });
}

function isBefore(at: number, share: number, other: Later): boolean {
  return share > other.share || (share === other.share && at < other.at);
}
