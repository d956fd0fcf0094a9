// `npm run bench:quality -- fit`: fits the models of libs/compress on the labelled texts, prints how well each label is told apart on texts that were left
// out, and writes the models to libs/compress/data/. The same texts give the same models.
import { featuresOf, sectionFeaturesOf } from '@rest-stop/compress/classify/features.ts';
import { labels } from '@rest-stop/compress/classify/labels.ts';
import { surroundingsOf } from '@rest-stop/compress/classify/surroundings.ts';
import { type Feature, Naming, single } from '@rest-stop/compress/model/features.ts';
import type { DenseModel } from '@rest-stop/compress/model/dense.ts';
import { LinearModel, type ModelFile } from '@rest-stop/compress/model/linear.ts';
import { closable } from '@rest-stop/compress/resolve/closed.ts';
import type { Known } from '@rest-stop/compress/resolve/known.ts';
import { laterOn } from '@rest-stop/compress/resolve/later.ts';
import { detailsOf, neededValues } from '@rest-stop/compress/resolve/needed.ts';
import { likeliestOf, Pairs } from '@rest-stop/compress/resolve/replacing.ts';
import { bindingIn, doubtOf } from '@rest-stop/compress/resolve/superseded.ts';
import { identifiersOf } from '@rest-stop/compress/segment/identifiers.ts';
import { Rarity } from '@rest-stop/compress/tokens/stems.ts';
import { tokenise } from '@rest-stop/compress/tokens/tokens.ts';
import { SMALL_UNSEEN, UNSEEN } from '../data.ts';
import { agreement, agreementLine } from './agreement.ts';
import { calibrated, fitDense, halvesOf, probabilitiesUnseen, type Row, shifted } from './dense.ts';
import { type Example, fitLogistic } from './logistic.ts';
import { contextsToLearnFrom, type Material, sentencesToLearnFrom, transcriptsToLearnFrom } from './material.ts';
import { save } from './save.ts';

const WORDS = { rounds: 8, rate: 0.15, ridge: 4, least: 19, unit: 0.08 };
/** Texts in which a word must stand to be known. */
const KNOWN = 10;
const FOLDS = 4;
/** Characters from which on a detail stands for a longer one that holds it. */
const LEAST = 4;
const ROUNDS = { surroundings: 16, doubts: 40 };
/** Marks sentences written singly, of which there are more rules than in texts; its weight is not kept. */
const WRITTEN = 'written';
const WORDY: ReadonlySet<string> = new Set(['word', 'name', 'caps']);

function vocabularyOf(material: readonly Material[]): Set<string> {
  const counts = new Map<string, number>();
  for (const { units } of material)
    for (const { tokens } of units)
      for (const norm of new Set(tokens.filter(({ shape }) => WORDY.has(shape)).map((token) => token.norm)))
        counts.set(norm, (counts.get(norm) ?? 0) + 1);
  return new Set([...counts].flatMap(([word, count]) => (count >= KNOWN ? [word] : [])));
}

function featuresOfAll(material: readonly Material[], naming: Naming): Feature[][][] {
  return material.map(({ units, whole }) =>
    units.map((unit) => [
      ...featuresOf(unit, sectionFeaturesOf(tokenise(unit.section), naming), naming),
      ...(whole ? [] : [single(naming.idOf(WRITTEN))]),
    ]),
  );
}

const material = [...contextsToLearnFrom([UNSEEN, SMALL_UNSEEN]), ...transcriptsToLearnFrom(), ...sentencesToLearnFrom()];
const vocabulary = vocabularyOf(material);
const naming = new Naming(vocabulary);
const features = featuresOfAll(material, naming);
const whole = material.flatMap((one, i) => (one.whole ? [i] : []));

const fitWords = (texts: readonly number[]): ModelFile =>
  fitLogistic(
    labels,
    texts.flatMap((i): Example[] =>
      material[i].units.map((_, k) => ({ features: features[i][k], targets: material[i].targets[k], weight: material[i].weight })),
    ),
    naming.names,
    { ...WORDS, words: vocabulary },
  );

/** What the words of each text say, judged by weights fitted without it: else they would be trusted more than they deserve on a new text. */
function logitsUnseen(): Map<number, Float32Array[]> {
  const logits = new Map<number, Float32Array[]>();
  for (let fold = 0; fold < FOLDS; fold++) {
    const model = new LinearModel(
      fitWords(material.flatMap((_, i) => (whole.indexOf(i) % FOLDS === fold && whole.includes(i) ? [] : [i]))),
      naming,
    );
    for (const [n, i] of whole.entries())
      if (n % FOLDS === fold)
        logits.set(
          i,
          features[i].map((own) => model.logits(own)),
        );
  }
  return logits;
}

const logits = logitsUnseen();
const owners = whole.flatMap((i) => material[i].units.map(() => i));
const rows = whole.flatMap((i): Row[] => {
  const { units, targets, weight } = material[i];
  return surroundingsOf(units, logits.get(i)!).map((values, k) => ({ values, targets: targets[k], weight }));
});
/** Units in a row that are read as a text of their own, so that very short texts are not strange to the models, and the step from one to the next. */
const EXCERPT = { most: 3, step: 4, weight: 0.3 };

/** A few units of each labelled text, as they are judged where nothing stands around them. */
function excerptsOf(i: number): { row: Row; owner: number }[] {
  const { units, targets } = material[i];
  const found: { row: Row; owner: number }[] = [];
  for (let from = i % EXCERPT.step; from < units.length; from += EXCERPT.step) {
    const places = units.slice(from, from + 1 + (from % EXCERPT.most)).map(({ order }) => order);
    const short = places.map((at, order) => ({ ...units[at], order, turn: 0, block: 0, section: '' }));
    const values = surroundingsOf(
      short,
      places.map((at) => logits.get(i)![at]),
    );
    for (const [n, at] of places.entries())
      found.push({ row: { values: values[n], targets: targetsAlone(targets[at]), weight: EXCERPT.weight }, owner: i });
  }
  return found;
}

/** What is known of a unit without the rest of its text: a request is the last one, and whether it still holds cannot be told. */
function targetsAlone(targets: Row['targets']): Row['targets'] {
  const isDead = targets[labels.indexOf('superseded')] === 1;
  return labels.map((label, k) => {
    if (label === 'superseded' || (label === 'noise' && isDead)) return undefined;
    return label === 'current' ? targets[labels.indexOf('request')] : targets[k];
  });
}

const excerpts = whole.filter((i) => material[i].labelled).flatMap(excerptsOf);
const isLabelled = (row: number): boolean => material[owners[row]].labelled;
const raw = probabilitiesUnseen(
  labels,
  [...rows, ...excerpts.map(({ row }) => row)],
  [...owners, ...excerpts.map(({ owner }) => owner)],
  ROUNDS.surroundings,
).slice(0, rows.length);
const fitted = fitDense(labels, [...rows, ...excerpts.map(({ row }) => row)], ROUNDS.surroundings);
const surroundings = calibrated(fitted, rows, raw, isLabelled);
const unseen = shifted(
  raw,
  labels.map((_, k) => (surroundings.weights[k].at(-1)! - fitted.weights[k].at(-1)!) / 1_000),
);
for (const [k, label] of labels.entries()) {
  const known = rows.flatMap(({ targets }, i) => (targets[k] === undefined || !isLabelled(i) ? [] : [i]));
  console.log(
    agreementLine(
      label,
      agreement(
        known.map((i) => unseen[i][k]),
        known.map((i) => rows[i].targets[k] === 1),
      ),
    ),
  );
}

/** Each labelled text as the stage that asks what still holds meets it. */
const labelled = whole.filter((i) => material[i].labelled);
const starts = new Map<number, number>();
for (const [row, owner] of owners.entries()) if (!starts.has(owner)) starts.set(owner, row);
const knownOf = (i: number): Known => {
  const { units } = material[i];
  const start = starts.get(i)!;
  return {
    units,
    rarity: new Rarity(units.map(({ tokens }) => tokens)),
    identifiers: units.map((unit) => identifiersOf(unit.text, unit.tokens)),
    likelihoods: unseen.slice(start, start + units.length),
  };
};
/** Fits a model of one label on the rows of each text, saves it, and answers a model for each half of the texts that was fitted on the other one. */
function fitDoubts(name: string, label: string, rowsOf: (i: number) => Row[]): (i: number) => DenseModel {
  const all = labelled.map(rowsOf);
  const own = all.flat();
  const by = all.flatMap((list, n) => list.map(() => n));
  const halves = halvesOf([label], own, by, ROUNDS.doubts);
  const judged = own.map(({ values }, i) => halves[by[i] % 2].probabilities(values));
  console.log(
    agreementLine(
      label,
      agreement(
        judged.map((one) => one[0]),
        own.map(({ targets }) => targets[0] === 1),
      ),
    ),
  );
  save(
    name,
    calibrated(fitDense([label], own, ROUNDS.doubts), own, judged, () => true),
  );
  return (i) => halves[labelled.indexOf(i) % 2];
}
const SUPERSEDED = labels.indexOf('superseded');
/** What binds whoever goes on: of that it matters most whether it still holds. */
const BINDING = (['rule', 'ban', 'decision', 'deadline', 'request', 'open'] as const).map((label) => labels.indexOf(label));
/** Which later unit replaces a statement, told from those that only speak of the same: learned from all statements that are replaced. */
const replacing = fitDoubts('replacing', 'replacing', (i) => {
  const known = knownOf(i);
  const pairs = new Pairs(known, laterOn(known));
  return [...material[i].replaced].flatMap(([at, wanted]) =>
    wanted > at ? pairs.of(at).map(({ by, values }): Row => ({ values, targets: [by === wanted ? 1 : 0], weight: 1 })) : [],
  );
});
fitDoubts('superseded', 'superseded', (i) => {
  const known = knownOf(i);
  const later = laterOn(known);
  const pairs = new Pairs(known, later);
  return bindingIn(known).flatMap((at): Row[] => {
    const targets = material[i].targets[at];
    if (!BINDING.some((label) => targets[label] === 1)) return [];
    const likeliest = likeliestOf(pairs.of(at), replacing(i));
    if (!likeliest) return [];
    return [{ values: doubtOf(known, later, at, likeliest), targets: [targets[SUPERSEDED]], weight: 1 }];
  });
});
fitDoubts('closed', 'closed', (i) => {
  const known = knownOf(i);
  return closable(known, laterOn(known)).map(({ at, values }) => ({ values, targets: [material[i].closed.has(at) ? 1 : 0], weight: 1 }));
});
/** Which details whoever goes on needs: learned from those that the authors of the contexts asked for. */
fitDoubts('needed', 'needed', (i) => {
  const wanted = material[i].needed;
  if (!wanted) return [];
  const known = knownOf(i);
  const details = detailsOf(known);
  const isNeeded = (name: string): boolean =>
    wanted.some((one) => one === name || (name.length >= LEAST && one.includes(name)) || (one.length >= LEAST && name.includes(one)));
  const values = neededValues(known, details);
  return details.map(({ name }, k) => ({ values: values[k], targets: [isNeeded(name) ? 1 : 0], weight: 1 }));
});

const words = fitWords(material.map((_, i) => i));
delete words.weights[WRITTEN];
save('words', words);
save('surroundings', surroundings);
console.log(
  `${Object.keys(words.weights).length} features; ${rows.length} units of ${whole.length} texts, ${labelled.length} of them labelled`,
);
