// `node bench/quality/fit-rules.ts`: fits the weights by which the offline engine ranks rules, by logistic regression on the contexts of all
// sets but one at a time, prints what each of them then scores unseen, and writes the weights fitted on all of them.
import type { Rule } from '@rest-stop/ai-worker/fidelity/constraints.ts';
import { analyse } from '@rest-stop/ai-worker/offline/analysis.ts';
import { type Features, featuresOf } from '@rest-stop/ai-worker/offline/rule-features.ts';
import { type RuleWeights, worthOf } from '@rest-stop/ai-worker/offline/rule-weights.ts';
import { type RuleWords, ruleWords } from '@rest-stop/ai-worker/offline/rule-words/rule-words.ts';
import { contextSentences, coverageOf, writtenSentences } from './labelled.ts';
import { type Case, type CaseSet, fittedSets, loadCases } from './probes.ts';
import { fitLogistic, type Weights } from './regression.ts';
import { fitWords } from './words.ts';
import { writeWeights } from './weights.ts';

/** `covers`: the numbers of the case's probes that the rule states; `ban`: one of them is a prohibition. */
type Candidate = { set: CaseSet; case: Case; rule: Rule; features: Features; covers: number[]; ban: boolean };

const OPTIONS = { rounds: 40, rate: 0.1, ridge: 20 };
/** Share of a result in which rules are said. */
const ROOM = 0.75;

function candidatesOf(set: CaseSet, one: Case, judge: (text: string) => RuleWords): Candidate[] {
  const covered = coverageOf(one);
  return [...featuresOf(analyse(one.content), judge)].map(([rule, features]) => {
    const covers = covered(rule.unit.text);
    const ban = covers.some((i) => one.probes.constraints[i]!.prohibition);
    return { set, case: one, rule, features, covers, ban };
  });
}

/** Shares of the cases' rules, and of their prohibitions, that the first of their ranked sentences cover in the room that a handoff has for rules. */
function recall(candidates: readonly Candidate[], weights: RuleWeights): string {
  const rules = [...Map.groupBy(candidates, (candidate) => candidate.case).values()].flatMap((own) => {
    const covered = coveredBy(own, weights);
    return own[0]!.case.probes.constraints.map(({ prohibition }, i) => ({ prohibition, kept: covered.has(i) }));
  });
  const share = (of: typeof rules) => `${((100 * of.filter(({ kept }) => kept).length) / of.length).toFixed(1)} %`;
  return `${share(rules)} of the rules, ${share(rules.filter(({ prohibition }) => prohibition))} of the prohibitions`;
}

function coveredBy(own: readonly Candidate[], weights: RuleWeights): Set<number> {
  let left = (own[0]!.case.content.length / 4) * ROOM;
  const covered = new Set<number>();
  const worth = (one: Candidate) => worthOf(one.rule, one.features, weights);
  for (const { rule, covers } of own.toSorted((a, b) => worth(b) - worth(a))) {
    if (rule.sentence.length > left) continue;
    left -= rule.sentence.length;
    for (const probe of covers) covered.add(probe);
  }
  return covered;
}

function fit(candidates: readonly Candidate[]): { rule: Weights; ban: Weights } {
  const weightsFor = (positive: (one: Candidate) => boolean) =>
    fitLogistic(
      candidates.map((one) => ({ features: one.features, positive: positive(one), weight: 1 })),
      OPTIONS,
    );
  return { rule: weightsFor(({ covers }) => covers.length > 0), ban: weightsFor(({ ban }) => ban) };
}

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
  console.log(set.padEnd(12), recall(own, unseen), 'within the room');
}
const weights = fit(candidates);
writeWeights('rules', weights.rule);
writeWeights('bans', weights.ban);
console.log(`fitted on ${candidates.length} rules`);
