import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { read, type Reading } from '@rest-stop/compress';
import type { DenseFile } from '@rest-stop/compress/model/dense.ts';
import type { Unit } from '@rest-stop/compress/reading.ts';
import { weighFeatures } from '@rest-stop/compress/weigh/features.ts';
import { type Need, needs } from '@rest-stop/compress/weigh/needs.ts';
import { z } from 'zod';
import { fitRegression, type Sample } from './lbfgs.ts';

const UNIT = 1_000;
/** Characters of a long transcript that the service takes. */
const LONGEST = 118_000;
const FOLDS = 5;
/** Share of the words of a quote that a unit must hold to be meant by it, and of a unit's words that the quote must. */
const QUOTED = 0.6;
const WITHIN = 0.8;
/** Units around the best match that may belong to the same quote. */
const NEAR = 4;
/** Units that a probe may match and still tell what is needed. */
const TELLING = 5;
/** How much a unit that must not be shown counts. */
const FORBIDDEN = 4;

const Labels = z.object({
  source: z.object({ repo: z.string().optional() }).loose().optional(),
  statements: z.array(z.object({ quote: z.string(), line: z.number(), label: z.string(), status: z.string() })).default([]),
  probes: z.array(z.object({ needles: z.string() })).default([]),
  forbidden: z.array(z.string()).default([]),
});
type Labels = z.output<typeof Labels>;

const MEANING: Record<string, readonly Need[]> = {
  rule: ['rule'],
  prohibition: ['rule', 'ban'],
  open: ['open'],
  question: ['open'],
  last_request: ['open'],
  decision: ['decision'],
  failed: ['failed'],
  done: ['done'],
  deadline: ['deadline'],
  reason: ['reason'],
  fact: ['fact'],
  identifier: ['fact'],
  goal: ['goal'],
};

/** What is known of a unit: for each need 1, 0, or undefined where the labels leave it open. */
type Target = Partial<Record<Need, 0 | 1>>;
type Row = { values: Float64Array; target: Target; fold: number; weight: number };

/**
 * Fits the model of `libs/compress/src/weigh` on labelled transcripts in `folders`, each with `texts/` and `labels/`; the README says how they
 * are labelled. The file holds the hash of the data, and for each need the mean precision over folds that are split by repository.
 */
export async function fitNeeds(folders: readonly string[]): Promise<DenseFile & { data: string; scores: Record<string, number> }> {
  const hash = createHash('sha256');
  const rows: Row[] = [];
  for (const folder of folders)
    for (const { name, text, labels } of transcriptsIn(folder)) {
      hash.update(`${name}\n${text}\n${JSON.stringify(labels)}\n`);
      if (labels.statements.length > 0) rows.push(...(await rowsOf(text, labels, foldOf(labels.source?.repo ?? name))));
    }
  const samples = (need: Need, among: (row: Row) => boolean): Sample[] =>
    rows.flatMap(({ values, target, weight, ...row }) =>
      target[need] === undefined || !among({ values, target, weight, ...row }) ? [] : [{ values, weight, target: target[need] }],
    );
  const weights = needs.map((need) => fitRegression(samples(need, () => true)).map((one) => Math.round(UNIT * one)));
  const scores = Object.fromEntries(needs.map((need) => [need, meanPrecision(need, rows, samples)]));
  return { data: hash.digest('hex'), scores, labels: [...needs], weights };
}

export function* transcriptsIn(folder: string): Generator<{ name: string; text: string; labels: Labels }> {
  const texts = readdirSync(join(folder, 'texts'));
  for (const file of readdirSync(join(folder, 'labels')).toSorted()) {
    const name = file.replace(/\.json$/, '');
    const text = texts.find((one) => one.startsWith(`${name}.`));
    if (!text || !existsSync(join(folder, 'texts', text))) continue;
    const labels = Labels.parse(JSON.parse(readFileSync(join(folder, 'labels', file), 'utf8')));
    yield { name, text: readFileSync(join(folder, 'texts', text), 'utf8'), labels };
  }
}

async function rowsOf(whole: string, labels: Labels, fold: number): Promise<Row[]> {
  const text = whole.slice(-LONGEST);
  const reading = await read(text);
  const targets = targetsOf(reading, labels, whole);
  return weighFeatures(reading).flatMap((values, i) => {
    if (reading.folded.repeated.has(i)) return [];
    const { weight, ...target } = targets[i];
    return [{ values, target, fold, weight }];
  });
}

export const wordsIn = (text: string): string[] => plain(text).match(/[\p{L}\p{N}_]{2,}/gu) ?? [];

export function plain(text: string): string {
  const quotes = text.replace(/[\u2018\u2019]/g, "'").replace(/[\u201c\u201d]/g, '"');
  return quotes.replace(/\s+/g, ' ').toLowerCase();
}

export function shareOf(words: readonly string[], among: ReadonlySet<string>): number {
  return words.length === 0 ? 0 : words.filter((word) => among.has(word)).length / words.length;
}

function targetsOf({ units }: Reading, { statements, probes, forbidden }: Labels, whole: string): (Target & { weight: number })[] {
  const targets = units.map(() => ({ ...(Object.fromEntries(needs.map((need) => [need, 0])) as Target), weight: 1 }));
  const words = units.map(({ text }) => wordsIn(text));
  const sets = words.map((own) => new Set(own));
  const lines = whole.split('\n').length;
  for (const { quote, line, label, status } of statements)
    for (const at of meantBy(wordsIn(quote), words, sets, line / lines)) mark(targets[at], label, status);
  const texts = units.map(({ text }: Unit) => plain(text));
  for (const { needles } of probes) {
    const needle = new RegExp(needles);
    const hits = texts.flatMap((own, i) => (needle.test(own) ? [i] : []));
    for (const i of hits) if (targets[i].needed !== 1) setNeeded(targets[i], hits.length <= TELLING ? 1 : undefined);
  }
  for (const one of forbidden) {
    const pattern = new RegExp(one, 'm');
    for (const [i, own] of texts.entries()) if (targets[i].needed !== 1 && pattern.test(own)) targets[i].weight = FORBIDDEN;
  }
  return targets;
}

/** The units that a quote means: the one that shares most words with it, of equal ones the nearest to its line, and others beside that within it. */
function meantBy(quote: readonly string[], words: readonly string[][], sets: readonly Set<string>[], place: number): number[] {
  const own = new Set(quote);
  const isWithin = (at: number): boolean => words[at].length >= 3 && shareOf(words[at], own) >= WITHIN;
  const matches = words.flatMap((unit, at) => {
    if (unit.length < 2 && quote.length > 3) return [];
    const said = shareOf(quote, sets[at]);
    if (said < QUOTED && !isWithin(at)) return [];
    return [{ at, likeness: said + (said >= QUOTED ? 0.5 : 0.4) * shareOf(unit, own) }];
  });
  const most = Math.max(...matches.map(({ likeness }) => likeness));
  const distance = (at: number): number => Math.abs(at / words.length - place);
  const [best] = matches.filter(({ likeness }) => likeness >= most - 0.15).toSorted((a, b) => distance(a.at) - distance(b.at));
  if (!best) return [];
  return [...new Set([best.at, ...matches.map(({ at }) => at).filter((at) => isWithin(at) && Math.abs(at - best.at) <= NEAR)])];
}

function setNeeded(target: Target, value: 1 | undefined): void {
  if (value === undefined) delete target.needed;
  else target.needed = value;
}

/** What a label makes of a unit. What is finished may be told or not; what was withdrawn is gone. */
function mark(target: Target, label: string, status: string): void {
  const meant = MEANING[label] ?? [];
  if (status === 'withdrawn' || status === 'replaced') {
    target.gone = 1;
    if (label === 'failed') target.failed = 1;
  } else if (status === 'finished' && label !== 'done') {
    for (const need of meant) delete target[need];
    if (target.needed !== 1) delete target.needed;
  } else {
    target.needed = 1;
    for (const need of meant) target[need] = 1;
  }
}

function foldOf(repository: string): number {
  return createHash('sha256').update(repository).digest()[0] % FOLDS;
}

function meanPrecision(need: Need, rows: readonly Row[], samples: (need: Need, among: (row: Row) => boolean) => Sample[]): number {
  const judged: { probability: number; target: 0 | 1 }[] = [];
  for (let fold = 0; fold < FOLDS; fold++) {
    const weights = fitRegression(samples(need, (row) => row.fold !== fold));
    for (const { values, target } of samples(need, (row) => row.fold === fold)) {
      const logit = values.reduce((sum, value, i) => sum + value * weights[i], weights.at(-1)!);
      judged.push({ probability: 1 / (1 + Math.exp(-logit)), target });
    }
  }
  let found = 0;
  let sum = 0;
  for (const [i, { target }] of judged.toSorted((a, b) => b.probability - a.probability).entries()) {
    if (target === 0) continue;
    found++;
    sum += found / (i + 1);
  }
  return Number((found === 0 ? 0 : sum / found).toFixed(3));
}
