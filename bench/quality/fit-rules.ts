// `node bench/quality/fit-rules.ts`: fits the weights by which the offline engine ranks rules, by logistic regression on the contexts of all
// sets but one at a time, prints what each of them then scores unseen, and the weights fitted on all of them.
import { type Analysis, analyse } from '@rest-stop/ai-worker/offline/analysis.ts';
import { type Features, featuresOf } from '@rest-stop/ai-worker/offline/rule-features.ts';
import { PER_CHARACTER } from '@rest-stop/ai-worker/offline/rule-weights.ts';
import { type Case, type CaseSet, caseSets, loadCases } from './probes.ts';
import { overlap, tokens } from './text.ts';

type Example = { set: CaseSet; case: Case; text: string; features: Features; covers: number[] };
type Weights = Map<string, number>;

const rounds = 60;
const rate = 0.1;
/** Pulls weights to zero: what few examples show must not count much. */
const ridge = 20;
/** Share of a probe's words by which a rule is the one that the probe means: as in score.ts. */
const recovered = 0.6;

function examplesOf(set: CaseSet, one: Case): Example[] {
  const analysis: Analysis = analyse(one.content);
  const probes = one.probes.constraints.map(({ text }) => tokens(text));
  return [...featuresOf(analysis)].map(([rule, features]) => {
    const words = tokens(rule.unit.text);
    const covers = probes.flatMap((probe, i) => (overlap(probe, words) >= recovered ? [i] : []));
    return { set, case: one, text: rule.sentence, features, covers };
  });
}

function logitOf(weights: Weights, features: Features): number {
  let sum = 0;
  for (const [name, value] of features) sum += value * (weights.get(name) ?? 0);
  return sum;
}

/** Logistic regression by AdaGrad, one example after another in a fixed order: the same examples give the same weights. */
function fit(examples: readonly Example[]): Weights {
  const weights: Weights = new Map();
  const squares = new Map<string, number>();
  const step = 7_919;
  for (let round = 0; round < rounds; round++)
    for (let i = 0; i < examples.length; i++) {
      const { features, covers } = examples[(i * step + round) % examples.length]!;
      const miss = 1 / (1 + Math.exp(-logitOf(weights, features))) - Number(covers.length > 0);
      for (const [name, value] of features) {
        const weight = weights.get(name) ?? 0;
        const slope = miss * value + (ridge / examples.length) * weight;
        const square = (squares.get(name) ?? 1e-6) + slope * slope;
        squares.set(name, square);
        weights.set(name, weight - (rate * slope) / Math.sqrt(square));
      }
    }
  return weights;
}

/** Share of a case's rules that the first of its ranked sentences cover, in the room that a handoff has for rules. */
function recall(examples: readonly Example[], weights: Weights): string {
  let [kept, of] = [0, 0];
  const worth = ({ features, text }: Example) => logitOf(weights, features) - PER_CHARACTER * text.length;
  for (const own of Map.groupBy(examples, (example) => example.case).values()) {
    const { content, probes } = own[0]!.case;
    let left = (content.length / 4) * 0.75;
    const covered = new Set<number>();
    for (const { text, covers } of own.toSorted((a, b) => worth(b) - worth(a))) {
      if (text.length > left) continue;
      left -= text.length;
      for (const probe of covers) covered.add(probe);
    }
    kept += covered.size;
    of += probes.constraints.length;
  }
  return `${((100 * kept) / of).toFixed(1)} %`;
}

const examples = caseSets.flatMap((set) => loadCases(set).flatMap((one) => examplesOf(set, one)));
for (const set of caseSets) {
  const unseen = fit(examples.filter((example) => example.set !== set));
  console.log(
    set.padEnd(12),
    recall(
      examples.filter((example) => example.set === set),
      unseen,
    ),
    'of the rules within the room',
  );
}
const weights = fit(examples);
const lines = [...weights].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, weight]) => `  '${name}': ${weight.toFixed(2)},`);
console.log(`${examples.length} rules\n${lines.join('\n')}`);
