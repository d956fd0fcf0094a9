// What the stages before have found out of a text, as all files of this folder take it in.
import type { Likelihoods } from '../classify/classify.ts';
import type { Unit } from '../reading.ts';
import type { Rarity } from '../tokens/stems.ts';

/** What is known of the units of a text when it is asked what still holds of it. */
export type Known = {
  units: readonly Unit[];
  likelihoods: readonly Likelihoods[];
  /** What each unit speaks of, and how much each such stem tells. */
  rarity: Rarity;
  /** The details of each unit that can only be copied. */
  identifiers: readonly (readonly string[])[];
};
