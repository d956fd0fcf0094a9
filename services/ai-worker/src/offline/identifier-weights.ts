import { logitOf } from './logit.ts';
import fitted from './weights/identifiers.json' with { type: 'json' };

/** How much each feature says for a name being one that the work needs, in logits, fitted by `bench/quality/fit-identifiers.ts`. */
const WEIGHTS: ReadonlyMap<string, number> = new Map(Object.entries(fitted));

/** What a character costs, in logits: of two names as likely the shorter is listed first. */
export const PER_CHARACTER = 0.03;

/** The logit of a name's being one that the work needs. */
export function likelihoodOf(features: ReadonlyMap<string, number>): number {
  return logitOf(features, WEIGHTS);
}
