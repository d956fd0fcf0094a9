import type { Rule } from '../fidelity/constraints.ts';
import type { Features } from './rule-features.ts';

/**
 * How much each feature says for a sentence being a rule that an agent must not lose, in logits, fitted by `bench/quality/fit-rules.ts`.
 * On a set that the fit has not seen, this order keeps one to five rules in a hundred more than weights chosen by hand.
 */
const WEIGHTS: Readonly<Record<string, number>> = {
  announced: 0.04,
  'asked last': 0.53,
  assistant: -1.09,
  ban: 0.44,
  'ban, assistant': -0.36,
  'ban, none': 0.22,
  'ban, system': 0.62,
  'ban, tool': -0.29,
  'ban, user': 0.51,
  comment: -1.37,
  early: 0.51,
  'early, assistant': 0.32,
  'early, none': 0.67,
  'early, system': 0.22,
  'early, tool': 0.42,
  'early, user': -0.04,
  heading: 2.08,
  item: -0.27,
  length: 0.62,
  long: -0.86,
  none: -0.45,
  number: -0.1,
  place: -0.3,
  prose: -0.5,
  question: 1.19,
  request: -0.03,
  'request, assistant': 0.29,
  'request, none': 0.56,
  'request, system': -1.47,
  'request, tool': 0.67,
  'request, user': -0.24,
  'rules beside it': 0.37,
  series: -2.12,
  'share of rules': -0.06,
  short: -1.38,
  'strength 1': -1.31,
  'strength 1, assistant': -1.24,
  'strength 1, none': -0.77,
  'strength 1, system': -2.15,
  'strength 1, tool': -0.63,
  'strength 1, user': -0.98,
  'strength 2': -0.71,
  'strength 2, assistant': -0.81,
  'strength 2, none': -0.71,
  'strength 2, system': 0.13,
  'strength 2, tool': -0.77,
  'strength 2, user': -0.02,
  'strength 3': -0.0,
  'strength 3, assistant': -0.63,
  'strength 3, none': 0.11,
  'strength 3, system': 0.57,
  'strength 3, tool': -0.82,
  'strength 3, user': 0.13,
  system: 0.22,
  table: -3.02,
  tool: -1.08,
  user: -0.16,
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
