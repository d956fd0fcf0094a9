import { likely } from '../classify/classify.ts';
import { type Label, labels } from '../classify/labels.ts';
import type { Reading } from '../read.ts';
import { isLanguage, type Unit } from '../reading.ts';

/** What each label is worth to a target; a label that is not named is worth nothing to it. */
export type Worth = Partial<Record<Label, number>>;

/** What machine output and tables are worth against what somebody says. */
const MACHINE = 0.15;
const TABLE = 0.75;
/** Details from which on a unit can be a mere list of them. */
const BAG = 4;
/** What a second label of a unit adds, against its first. */
const BESIDE = 0.5;
/** How much being noise takes from a unit. */
const IDLE = 0.8;
/** Words of weight from which on a unit tells something by itself; "no." and "we can't." do not. */
const TELLING = 2;

/** What each label is worth, in the order in which a unit's likelihoods stand. */
export function worths(worth: Worth): Float64Array {
  return Float64Array.from(labels, (label) => worth[label] ?? 0);
}

/** What a unit is worth to a target: the worth of what it is, by how likely it is that. */
export function worthOf(reading: Reading, unit: Unit, each: Float64Array): number {
  if (isBag(reading, unit)) return 0;
  const likelihoods = reading.likelihoods[unit.order]!;
  let most = 0;
  let sum = 0;
  for (let k = 0; k < each.length; k++) {
    const own = each[k]! * likelihoods[k]!;
    sum += own;
    most = Math.max(most, own);
  }
  const said = reading.rarity.units[unit.order]!.length;
  const telling = said >= TELLING ? 1 : (1 + said) / (1 + TELLING);
  return telling * (most + BESIDE * (sum - most)) * useOf(reading, unit);
}

/** Whether a unit only lists details, of which nobody learns what they are: it holds more of them than words. */
export function isBag({ identifiers }: Reading, { order, tokens }: Unit): boolean {
  const listed = identifiers[order]!.length;
  return listed >= BAG && tokens.filter(({ shape }) => shape === 'word' || shape === 'name').length < listed;
}

/** How far a unit is of use at all. */
export function useOf({ likelihoods }: Reading, unit: Unit): number {
  const kind = isLanguage(unit) ? 1 : unit.kind === 'table' ? TABLE : MACHINE;
  return kind * (1 - IDLE * likely(likelihoods[unit.order]!, 'noise'));
}
