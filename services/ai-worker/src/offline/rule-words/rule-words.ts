import { featuresOf, tokensOf } from './tokens.ts';
import fitted from '../weights/words.json' with { type: 'json' };

/** What the words of a sentence say for it being a rule in force, and for it being a ban, in logits: 0 is even, -2 is what most sentences have. */
export type RuleWords = { rule: number; ban: number };

/** Weights of the features of `tokens.ts`, each for a rule and for a ban. Every word that is known has an entry of its own. */
export type WordWeights = { rule: number; ban: number; features: ReadonlyMap<string, readonly [rule: number, ban: number]> };

/** Weights are kept as whole hundredths. */
const UNIT = 100;

const weights: WordWeights = {
  rule: fitted.rule / UNIT,
  ban: fitted.ban / UNIT,
  features: new Map(Object.entries(fitted.features).map(([name, pair]) => [name, [pair[0]! / UNIT, pair[1]! / UNIT]])),
};

/**
 * Judges a sentence by its words: logistic regression on words and pairs of neighbours, fitted by `bench/quality/fit-words.ts` on sentences
 * labelled by hand. It knows wordings that no list of cue words holds, and nothing of who speaks or where the sentence stands.
 */
export function ruleWords(sentence: string, { rule, ban, features } = weights): RuleWords {
  const known = [...featuresOf(tokensOf(sentence), features)].flatMap((name) => {
    const pair = features.get(name);
    return pair ? [pair] : [];
  });
  const scale = 1 / Math.sqrt(known.length || 1);
  return {
    rule: rule + scale * known.reduce((sum, pair) => sum + pair[0], 0),
    ban: ban + scale * known.reduce((sum, pair) => sum + pair[1], 0),
  };
}
