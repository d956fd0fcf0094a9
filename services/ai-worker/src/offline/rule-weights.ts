import type { Rule } from '../fidelity/constraints.ts';
import { logitOf } from './logit.ts';
import type { Features } from './rule-features.ts';
import fitted from './weights/rules.json' with { type: 'json' };

/** How much each feature says for a sentence being a rule that an agent must not lose, in logits, fitted by `bench/quality/fit-rules.ts`. */
const WEIGHTS: ReadonlyMap<string, number> = new Map(Object.entries(fitted));

/** What a character costs, in logits: of two rules as likely the shorter is said first. */
export const PER_CHARACTER = 0.006;

/** What a plain word of rule adds, whatever the fit says: who asks for constraints means those first. */
const PLAIN = 1;
const plainly =
  /\b(?:must|never|do not|don['’]t|only|deadline|always|required?|requires|shall|may not|cannot|can['’]t|forbidden|prohibited|at most|at least|no later than|has to|have to|not allowed)\b/i;

/** The worth of a rule: the higher, the earlier it is said. */
export function worthOf({ sentence, prohibition, unit }: Rule, features: Features): number {
  const worth = logitOf(features, WEIGHTS) - PER_CHARACTER * unit.text.length;
  return prohibition || plainly.test(sentence) ? worth + PLAIN : worth;
}
