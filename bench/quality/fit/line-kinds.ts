// `node scripts/run.mjs bench/quality/fit/line-kinds.ts`: fits the model that tells lines of machines from language, prints how well it
// does on a tenth of the lines that it was not fitted on, and writes it to libs/compress/data/line-kinds.json.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Naming } from '@rest-stop/compress/model/features.ts';
import { LinearModel, type ModelFile } from '@rest-stop/compress/model/linear.ts';
import type { Token } from '@rest-stop/compress/reading.ts';
import { lineFeatures, type LineKind } from '@rest-stop/compress/segment/line-kinds.ts';
import { tokenise } from '@rest-stop/compress/tokens/tokens.ts';
import { type Example, fitLogistic } from './logistic.ts';
import { save } from './save.ts';

/** A line of a context, whether it stands in a code fence, and what it is. */
type Line = { line: string; fenced: boolean; kind: LineKind };

const KINDS: readonly LineKind[] = ['prose', 'code', 'log', 'table'];
const OPTIONS = { rounds: 8, rate: 0.3, ridge: 3, least: 6, unit: 0.2 };
/** Lines in which a word must stand to be known. */
const KNOWN = 40;
/** Of plain prose fewer lines were taken than of the others, so each counts for several. */
const PLAIN = 3.4;
const HELD_OUT = 10;

const lines = readFileSync(join(import.meta.dirname, 'lines.jsonl'), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Line);
const tokens = lines.map(({ line }) => tokenise(line));
const words = wordsOf(tokens);
const naming = new Naming(words);
const examples = lines.map(({ fenced, kind }, i): Example => {
  const targets = KINDS.map((one) => (one === kind ? 1 : 0));
  return { features: lineFeatures(tokens[i], fenced, naming), targets, weight: kind === 'prose' && !fenced ? PLAIN : 1 };
});

function wordsOf(all: readonly (readonly Token[])[]): Set<string> {
  const counts = new Map<string, number>();
  for (const own of all)
    for (const norm of new Set(own.flatMap((token) => (token.shape === 'sign' ? [] : [token.norm]))))
      counts.set(norm, (counts.get(norm) ?? 0) + 1);
  return new Set([...counts].flatMap(([word, count]) => (count >= KNOWN ? [word] : [])));
}

function fit(isLearnt: (line: number) => boolean): ModelFile {
  return fitLogistic(
    KINDS,
    examples.filter((_, i) => isLearnt(i)),
    naming.names,
    { ...OPTIONS, words },
  );
}

/** What the model takes each line for, with its share of right answers among the lines of each kind. */
function told(model: LinearModel, among: (line: number) => boolean): string {
  const right = examples.map(({ features }, i) => {
    const logits = model.logits(features);
    return KINDS[logits.indexOf(Math.max(...logits))] === lines[i].kind;
  });
  const share = (own: readonly number[]): string =>
    `${((100 * own.filter((i) => right[i]).length) / own.length).toFixed(1)} % of ${own.length}`;
  const asked = lines.flatMap((_, i) => (among(i) ? [i] : []));
  return [`all ${share(asked)}`, ...KINDS.map((kind) => `${kind} ${share(asked.filter((i) => lines[i].kind === kind))}`)].join(', ');
}

const isHeldOut = (line: number): boolean => line % HELD_OUT === 0;
console.log(
  `agreement on lines left out: ${told(
    new LinearModel(
      fit((line) => !isHeldOut(line)),
      naming,
    ),
    isHeldOut,
  )}`,
);
const model = fit(() => true);
save('line-kinds', model);
console.log(`${Object.keys(model.weights).length} features of ${lines.length} lines`);
