import type { Rule } from '../fidelity/constraints.ts';
import type { Features } from './rule-features.ts';

/**
 * How much each feature says for a sentence being a rule that an agent must not lose, in logits, fitted by `bench/quality/fit-rules.ts`.
 * On a set that the fit has not seen, this order keeps one to five rules in a hundred more than weights chosen by hand.
 */
const WEIGHTS: Readonly<Record<string, number>> = {
  announced: 0.01,
  'asked last': 0.5,
  assistant: -0.99,
  ban: 0.44,
  'ban, assistant': -0.25,
  'ban, none': 0.19,
  'ban, system': 0.67,
  'ban, tool': -0.29,
  'ban, user': 0.55,
  comment: 0.65,
  early: 0.35,
  'early, assistant': 0.59,
  'early, none': 0.4,
  'early, system': 0.18,
  'early, tool': -2.01,
  'early, user': 0.21,
  heading: 1.94,
  item: -0.3,
  length: 0.55,
  long: -0.51,
  none: -0.36,
  number: -0.13,
  place: -0.38,
  prose: -0.52,
  question: 1.22,
  request: -0.14,
  'request, assistant': -0.18,
  'request, none': 0.56,
  'request, system': -1.48,
  'request, tool': 0.76,
  'request, user': -0.28,
  'rules beside it': 0.26,
  'share of rules': 0.05,
  short: -1.36,
  'strength 1': -1.54,
  'strength 1, assistant': -1.04,
  'strength 1, none': -1.57,
  'strength 1, system': -1.6,
  'strength 1, tool': -0.91,
  'strength 1, user': -1.48,
  'strength 2': -0.7,
  'strength 2, assistant': -0.78,
  'strength 2, none': -0.64,
  'strength 2, system': -0.52,
  'strength 2, tool': -0.47,
  'strength 2, user': -0.16,
  'strength 3': 0.13,
  'strength 3, assistant': -0.64,
  'strength 3, none': 0.37,
  'strength 3, system': 0.54,
  'strength 3, tool': -0.5,
  'strength 3, user': 0.2,
  system: 0.18,
  table: -2.83,
  tool: -0.84,
  user: -0.24,
};

/** What a character costs, in logits: of two rules as likely the shorter is said first. */
export const PER_CHARACTER = 0.006;

/** What a plain word of rule adds, whatever the fit says: who asks for constraints means those first. */
const PLAIN = 0.7;
const plainly =
  /\b(?:must|never|do not|don['’]t|only|deadline|always|required?|requires|shall|may not|cannot|can['’]t|forbidden|prohibited|at most|at least|no later than|has to|have to|not allowed)\b/i;

/** The worth of a rule: the higher, the earlier it is said. */
export function worthOf({ sentence, prohibition, unit }: Rule, features: Features): number {
  let sum = -PER_CHARACTER * unit.text.length;
  for (const [name, value] of features) sum += value * (WEIGHTS[name] ?? 0);
  return prohibition || plainly.test(sentence) ? sum + PLAIN : sum;
}
