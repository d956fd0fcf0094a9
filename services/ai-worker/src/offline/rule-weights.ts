import type { Rule } from '../fidelity/constraints.ts';
import { logitOf } from './logit.ts';
import type { Features } from './rule-features.ts';
import bans from './weights/bans.json' with { type: 'json' };
import rules from './weights/rules.json' with { type: 'json' };

/** How much each feature says for a sentence being a rule that an agent must not lose, and for its being such a ban, in logits. */
export type RuleWeights = { rule: ReadonlyMap<string, number>; ban: ReadonlyMap<string, number> };

/** Fitted by `bench/quality/fit-rules.ts`. */
const FITTED: RuleWeights = { rule: new Map(Object.entries(rules)), ban: new Map(Object.entries(bans)) };

/** How much more is lost with a ban than with another rule. */
const BAN = 3;

/** What a character costs, in logits: of two rules as likely the shorter is said first. */
const PER_CHARACTER = 0.006;

/** What a plain word of rule adds, whatever the fit says: who asks for constraints means those first. */
const PLAIN = 0.4;
const plainly =
  /\b(?:must|never|do not|don['’]t|only|deadline|always|required?|requires|shall|may not|cannot|can['’]t|forbidden|prohibited|at most|at least|no later than|has to|have to|not allowed)\b/i;

/** The worth of a rule, the logarithm of what is expected to be lost without it: the higher, the earlier it is said. */
export function worthOf({ sentence, prohibition, unit }: Rule, features: Features, weights = FITTED): number {
  const loss = likelihoodOf(features, weights.rule) + BAN * likelihoodOf(features, weights.ban);
  return Math.log(loss) - PER_CHARACTER * unit.text.length + (prohibition || plainly.test(sentence) ? PLAIN : 0);
}

function likelihoodOf(features: Features, weights: ReadonlyMap<string, number>): number {
  return 1 / (1 + Math.exp(-logitOf(features, weights)));
}
