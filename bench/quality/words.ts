import type { RuleWords, WordWeights } from '@rest-stop/ai-worker/offline/rule-words/rule-words.ts';
import { featuresOf, tokensOf } from '@rest-stop/ai-worker/offline/rule-words/tokens.ts';
import { type Example, fitLogistic } from './regression.ts';

/** A sentence to learn from: what it is, and how much it counts. */
export type Labelled = { text: string; rule: boolean; ban: boolean; weight: number; fromContext: boolean };

const OPTIONS = { rounds: 6, rate: 0.2, ridge: 3 };
/** How many sentences a word must stand in to be known, and a feature to get a weight. */
const LEAST = { word: 15, feature: 12 };
const EVEN = ' even';
/** Stands for the share of rules among the sentences written for this, which is another one than in contexts. */
const WRITTEN = ' written';

/** Fits the weights by which `ruleWords` judges a sentence. */
export function fitWords(sentences: readonly Labelled[]): WordWeights {
  const tokens = sentences.map(({ text }) => tokensOf(text));
  const known = new Set(frequent(tokens, LEAST.word));
  const all = tokens.map((list) => featuresOf(list, known));
  const weighed = new Set([...frequent(all, LEAST.feature), ...known]);
  const features = all.map((set) => [...set].filter((name) => weighed.has(name)));
  const weightsFor = (of: keyof RuleWords) =>
    fitLogistic(
      sentences.map((sentence, i) => exampleOf(sentence, features[i]!, sentence[of])),
      OPTIONS,
    );
  const [rule, ban] = [weightsFor('rule'), weightsFor('ban')];
  return {
    rule: rule.get(EVEN)!,
    ban: ban.get(EVEN)!,
    features: new Map([...weighed].toSorted().map((name) => [name, [rule.get(name) ?? 0, ban.get(name) ?? 0]])),
  };
}

/** Long sentences have more features, not more say. */
function exampleOf({ weight, fromContext }: Labelled, names: readonly string[], positive: boolean): Example {
  const value = 1 / Math.sqrt(names.length || 1);
  const features = new Map(names.map((name) => [name, value]));
  features.set(EVEN, 1);
  if (!fromContext) features.set(WRITTEN, 1);
  return { features, positive, weight };
}

function frequent(lists: readonly Iterable<string>[], least: number): string[] {
  const counts = new Map<string, number>();
  for (const list of lists) for (const name of new Set(list)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].flatMap(([name, n]) => (n >= least ? [name] : []));
}
