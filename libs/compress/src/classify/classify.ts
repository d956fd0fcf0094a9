import { DenseModel } from '../model/dense.ts';
import type { Feature } from '../model/features.ts';
import { LinearModel } from '../model/linear.ts';
import { rowsOf } from '../model/rows.ts';
import type { Unit } from '../reading.ts';
import { tokenise } from '../tokens/tokens.ts';
import { featuresOf, sectionFeaturesOf } from './features.ts';
import { type Label, labels } from './labels.ts';
import { heed } from './status.ts';
import { Surroundings } from './surroundings.ts';
import surroundingsFile from '../../data/surroundings.json' with { type: 'json' };
import wordsFile from '../../data/words.json' with { type: 'json' };

const wordModel = new LinearModel(wordsFile);
const surroundingsModel = new DenseModel(surroundingsFile);
const INDEX = Object.fromEntries(labels.map((label, i) => [label, i])) as Record<Label, number>;

/** How likely a unit is each of the labels, 0 to 1. */
export type Likelihoods = Float32Array;

/** How likely a unit is `label`, 0 to 1. */
export function likely(likelihoods: Likelihoods, label: Label): number {
  return likelihoods[INDEX[label]]!;
}

/** Where the likelihoods of these labels stand, for who asks for them again and again. */
export function placesOf(wanted: readonly Label[]): readonly number[] {
  return wanted.map((label) => INDEX[label]);
}

/** What each unit is: first by its words, then by what the words around it and its place say, at last by what the layout says of it. */
export function classify(units: readonly Unit[]): Likelihoods[] {
  const sections = new Map<string, readonly Feature[]>([['', []]]);
  const sectionOf = (title: string): readonly Feature[] => {
    const known = sections.get(title) ?? sectionFeaturesOf(tokenise(title), wordModel);
    sections.set(title, known);
    return known;
  };
  const logits = rowsOf(units.length, labels.length);
  for (const [i, unit] of units.entries()) wordModel.logits(featuresOf(unit, sectionOf(unit.section), wordModel), logits[i]);
  const surroundings = new Surroundings(units, logits);
  const values = new Float32Array(surroundings.width);
  const likelihoods = rowsOf(units.length, labels.length);
  for (const [i, own] of likelihoods.entries()) {
    surroundingsModel.probabilities(surroundings.of(i, values), own);
    heed(units[i]!, own);
  }
  return likelihoods;
}
