// `node bench/quality/fit-identifiers.ts`: fits the weights by which the offline engine ranks identifiers, by logistic regression on the contexts
// of all sets but one at a time, prints what each of them then keeps in a small room, and writes the weights fitted on all of them.
import { analyse, standingOf } from '@rest-stop/ai-worker/offline/analysis.ts';
import { familyOf, featuresOf } from '@rest-stop/ai-worker/offline/identifier-features.ts';
import { PER_CHARACTER } from '@rest-stop/ai-worker/offline/identifier-weights.ts';
import { mentionsOf } from '@rest-stop/ai-worker/offline/identifiers.ts';
import { logitOf } from '@rest-stop/ai-worker/offline/logit.ts';
import { type Case, type CaseSet, fittedSets, loadCases } from './probes.ts';
import { type Example, fitLogistic, type Weights } from './regression.ts';
import { writeWeights } from './weights.ts';

type Candidate = { set: CaseSet; case: Case; name: string; example: Example };

const OPTIONS = { rounds: 40, rate: 0.1, ridge: 10 };
/** Characters for names alone: what a handoff of a context of ten thousand has for them. */
const ROOM = 400;
const SEPARATOR = 2;

function candidatesOf(set: CaseSet, one: Case): Candidate[] {
  const analysis = analyse(one.content);
  const { units, identifiers } = analysis;
  const wanted = new Set(one.probes.identifiers.map((name) => name.toLowerCase()));
  const anchors = units.map((unit) => analysis.anchorsOf(unit));
  const mentions = mentionsOf(units, anchors, standingOf(analysis));
  const listed = identifiers.flatMap(({ name }) => mentions.get(name.toLowerCase()) ?? []);
  const families = Map.groupBy(listed, ({ name }) => familyOf(name));
  return listed.map(({ name, by }) => {
    const features = featuresOf(name, by, families.get(familyOf(name))!.length, units.length);
    return { set, case: one, name, example: { features, positive: wanted.has(name.toLowerCase()), weight: 1 } };
  });
}

function worthOf({ example, name }: Candidate, weights: Weights): number {
  return logitOf(example.features, weights) - PER_CHARACTER * name.length;
}

/** Share of the identifiers asked for that the first of the ranked ones hold. */
function recall(candidates: readonly Candidate[], weights: Weights): string {
  let [kept, of] = [0, 0];
  for (const own of Map.groupBy(candidates, (candidate) => candidate.case).values()) {
    let left = ROOM;
    for (const one of own.toSorted((a, b) => worthOf(b, weights) - worthOf(a, weights))) {
      if (one.name.length + SEPARATOR > left) continue;
      left -= one.name.length + SEPARATOR;
      kept += Number(one.example.positive);
    }
    of += own[0]!.case.probes.identifiers.length;
  }
  return `${((100 * kept) / of).toFixed(1)} %`;
}

const fit = (some: readonly Candidate[]) =>
  fitLogistic(
    some.map(({ example }) => example),
    OPTIONS,
  );

const candidates = fittedSets.flatMap((set) => loadCases(set).flatMap((one) => candidatesOf(set, one)));
for (const set of fittedSets) {
  const unseen = fit(candidates.filter((candidate) => candidate.set !== set));
  const own = candidates.filter((candidate) => candidate.set === set);
  console.log(set.padEnd(12), recall(own, unseen), `of the identifiers within ${ROOM} characters`);
}
writeWeights('identifiers', fit(candidates));
console.log(`fitted on ${candidates.length} identifiers`);
