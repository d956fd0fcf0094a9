// `node bench/quality/fit-words.ts`: fits the weights by which the offline engine judges a sentence by its words, on the labelled sentences and the
// contexts of all sets, and writes them. First prints, for each set, how well weights fitted without it tell its rules from its other sentences.
import { ruleWords, type WordWeights } from '@rest-stop/ai-worker/offline/rule-words/rule-words.ts';
import { contextSentences, writtenSentences } from './labelled.ts';
import { writePairs } from './weights.ts';
import { fitWords, type Labelled } from './words.ts';

/** Share of the pairs of a rule and another sentence in which the rule has the higher logit (area under the ROC curve). */
function toldApart(sentences: readonly Labelled[], weights: WordWeights): string {
  const logits = (rules: boolean) => sentences.filter(({ rule }) => rule === rules).map(({ text }) => ruleWords(text, weights).rule);
  const [rules, others] = [logits(true), logits(false)];
  const won = rules.reduce((sum, rule) => sum + others.reduce((n, other) => n + (rule > other ? 1 : rule === other ? 0.5 : 0), 0), 0);
  return (won / (rules.length * others.length)).toFixed(3);
}

const bySet = contextSentences();
const written = writtenSentences();
for (const [set, own] of bySet) {
  const unseen = fitWords([...written, ...[...bySet].flatMap(([other, sentences]) => (other === set ? [] : sentences))]);
  console.log(set.padEnd(12), toldApart(own, unseen), 'of the pairs of a rule and another sentence in the right order');
}

const hundredths = (weight: number) => Math.round(100 * weight);
const { rule, ban, features } = fitWords([...written, ...[...bySet.values()].flat()]);
const pairs = new Map([...features].map(([name, pair]) => [name, pair.map(hundredths)]));
writePairs('words', { rule: hundredths(rule), ban: hundredths(ban) }, pairs);
console.log(`${features.size} features of ${written.length} written sentences and ${[...bySet.values()].flat().length} of contexts`);
