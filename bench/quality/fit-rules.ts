// `node bench/quality/fit-rules.ts`: fits the weights by which the offline engine ranks rules, by logistic regression on the contexts of all
// sets but one at a time, prints what each of them then scores unseen, and writes the weights fitted on all of them.
import { analyse } from '@rest-stop/ai-worker/offline/analysis.ts';
import { logitOf } from '@rest-stop/ai-worker/offline/logit.ts';
import { type Features, featuresOf } from '@rest-stop/ai-worker/offline/rule-features.ts';
import { PER_CHARACTER } from '@rest-stop/ai-worker/offline/rule-weights.ts';
import { type RuleWords, ruleWords } from '@rest-stop/ai-worker/offline/rule-words/rule-words.ts';
import { contextSentences, coverageOf, writtenSentences } from './labelled.ts';
import { type Case, type CaseSet, fittedSets, loadCases } from './probes.ts';
import { type Example, fitLogistic, type Weights } from './regression.ts';
import { fitWords } from './words.ts';
import { writeWeights } from './weights.ts';

type Candidate = { set: CaseSet; case: Case; text: string; features: Features; covers: number[]; example: Example };

const OPTIONS = { rounds: 40, rate: 0.1, ridge: 20 };
/** A ban that is lost costs more than another rule. */
const BAN = 1.5;

function candidatesOf(set: CaseSet, one: Case, judge: (text: string) => RuleWords): Candidate[] {
  const covered = coverageOf(one);
  return [...featuresOf(analyse(one.content), judge)].map(([rule, features]) => {
    const covers = covered(rule.unit.text);
    const ban = covers.some((i) => one.probes.constraints[i]!.prohibition);
    return {
      set,
      case: one,
      text: rule.sentence,
      features,
      covers,
      example: { features, positive: covers.length > 0, weight: ban ? BAN : 1 },
    };
  });
}

function worthOf({ features, text }: Candidate, weights: Weights): number {
  return logitOf(features, weights) - PER_CHARACTER * text.length;
}

/** Share of a case's rules that the first of its ranked sentences cover, in the room that a handoff has for rules. */
function recall(candidates: readonly Candidate[], weights: Weights): string {
  let [kept, of] = [0, 0];
  for (const own of Map.groupBy(candidates, (candidate) => candidate.case).values()) {
    const { content, probes } = own[0]!.case;
    let left = (content.length / 4) * 0.75;
    const covered = new Set<number>();
    for (const { text, covers } of own.toSorted((a, b) => worthOf(b, weights) - worthOf(a, weights))) {
      if (text.length > left) continue;
      left -= text.length;
      for (const probe of covers) covered.add(probe);
    }
    kept += covered.size;
    of += probes.constraints.length;
  }
  return `${((100 * kept) / of).toFixed(1)} %`;
}

const fit = (candidates: readonly Candidate[]) =>
  fitLogistic(
    candidates.map(({ example }) => example),
    OPTIONS,
  );

/** What words say of a sentence is judged by weights that were fitted without its set, here as on texts that are met later. */
const sentences = contextSentences();
const written = writtenSentences();
const candidates = fittedSets.flatMap((set) => {
  const words = fitWords([...written, ...fittedSets.flatMap((other) => (other === set ? [] : sentences.get(other)!))]);
  return loadCases(set).flatMap((one) => candidatesOf(set, one, (text) => ruleWords(text, words)));
});
for (const set of fittedSets) {
  const unseen = fit(candidates.filter((candidate) => candidate.set !== set));
  const own = candidates.filter((candidate) => candidate.set === set);
  console.log(set.padEnd(12), recall(own, unseen), 'of the rules within the room');
}
writeWeights('rules', fit(candidates));
console.log(`fitted on ${candidates.length} rules`);
