import type { Rule } from '../fidelity/constraints.ts';
import type { Features } from './rule-features.ts';

/**
 * How much each feature says for a sentence being a rule that an agent must not lose, in logits, fitted by `bench/quality/fit-rules.ts`.
 * On a set that the fit has not seen, this order keeps one to five rules in a hundred more than weights chosen by hand.
 */
const WEIGHTS: Readonly<Record<string, number>> = {
  announced: 0.04,
  'asked last': 0.25,
  assistant: -1.12,
  ban: 0.43,
  'ban, assistant': -0.45,
  'ban, none': 0.29,
  'ban, system': 0.63,
  'ban, tool': -0.29,
  'ban, user': 0.53,
  comment: -1.91,
  early: 0.46,
  'early, assistant': 0.15,
  'early, none': 0.74,
  'early, system': 0.26,
  'early, tool': 0.4,
  'early, user': -0.04,
  heading: 2.09,
  item: -0.32,
  length: 0.66,
  long: -0.95,
  none: -0.48,
  number: -0.12,
  place: -0.23,
  prose: -0.49,
  question: 1.19,
  request: -0.02,
  'request, assistant': 0.15,
  'request, none': 0.65,
  'request, system': -1.52,
  'request, tool': 0.68,
  'request, user': -0.24,
  'rules beside it': 0.36,
  series: -2.13,
  'share of rules': -0.05,
  short: -1.49,
  'strength 1': -1.2,
  'strength 1, assistant': -1.25,
  'strength 1, none': -0.76,
  'strength 1, system': -2.13,
  'strength 1, tool': -0.53,
  'strength 1, user': -0.7,
  'strength 2': -0.7,
  'strength 2, assistant': -0.94,
  'strength 2, none': -0.7,
  'strength 2, system': 0.23,
  'strength 2, tool': -0.85,
  'strength 2, user': -0.12,
  'strength 3': -0.06,
  'strength 3, assistant': -0.58,
  'strength 3, none': 0.0,
  'strength 3, system': 0.59,
  'strength 3, tool': -0.88,
  'strength 3, user': 0.17,
  system: 0.26,
  table: -3.14,
  tool: -1.09,
  user: -0.12,
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
