import type { Target } from '@rest-stop/contracts/defrag.ts';
import type { CaseSet } from './probes.ts';
import type { Count, Score } from './score.ts';

/** One scored result. */
export type Row = { engine: string; target: Target; id: string; score: Score };

const columns = [
  'engine',
  'probes',
  'facts',
  'last request',
  'constraints',
  'cued',
  'prohibitions',
  'identifiers',
  'invented',
  'forbidden',
  'injected',
  'ratio',
  'valid',
] as const;

function share(scores: readonly Score[], pick: (score: Score) => Count): string {
  const kept = scores.reduce((n, s) => n + pick(s).kept, 0);
  const of = scores.reduce((n, s) => n + pick(s).of, 0);
  return of === 0 ? '-' : `${((100 * kept) / of).toFixed(1)} %`;
}

const total = (scores: readonly Score[], pick: (score: Score) => readonly string[]): string =>
  String(scores.reduce((n, s) => n + pick(s).length, 0));

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

function cells(engine: string, scores: readonly Score[]): string[] {
  return [
    engine,
    share(scores, (s) => s.probes),
    share(scores, (s) => s.facts),
    share(scores, (s) => s.lastRequest),
    share(scores, (s) => s.constraints),
    share(scores, (s) => s.cued),
    share(scores, (s) => s.prohibitions),
    share(scores, (s) => s.identifiers),
    total(scores, (s) => s.invented),
    total(scores, (s) => s.forbidden),
    total(scores, (s) => s.injected),
    median(scores.map((s) => s.ratio)).toFixed(2),
    `${scores.filter((s) => s.valid).length}/${scores.length}`,
  ];
}

/** A Markdown table with one line per engine; recalls are shares over all probes of all cases, the ratio is the median. */
export function table(rows: readonly Row[]): string {
  const byEngine = Map.groupBy(rows, (row) => row.engine);
  const lines = [...byEngine].map(([engine, own]) =>
    cells(
      engine,
      own.map((row) => row.score),
    ),
  );
  return [[...columns], columns.map((_, i) => (i === 0 ? '---' : '---:')), ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n');
}

function section(set: CaseSet, rows: readonly Row[]): string[] {
  const cases = new Set(rows.map((row) => row.id)).size;
  const byTarget = [...Map.groupBy(rows, (row) => row.target)];
  return [
    `## The ${set} set: ${cases} contexts`,
    '### All targets',
    table(rows),
    ...byTarget.flatMap(([target, own]) => [`### ${target}`, table(own)]),
  ];
}

/** The whole report, from the rows of a run made at `date`. */
export function markdown(results: ReadonlyMap<CaseSet, readonly Row[]>, names: readonly string[], date: Date): string {
  return [
    '# Quality of context compression',
    `Measured on ${date.toISOString().slice(0, 10)}; engines: ${names.join(', ')}. Made by \`node bench/quality/run.ts\`; what each column means stands in \`bench/quality/README.md\`. Each baseline is named after the engine whose output length it was given.`,
    ...[...results].flatMap(([set, rows]) => section(set, rows)),
    '',
  ].join('\n\n');
}
