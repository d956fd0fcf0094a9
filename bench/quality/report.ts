import { type Target, targets } from '@rest-stop/contracts/defrag.ts';
import { PROBED, type Row } from './measure.ts';
import type { Count, Score } from './score.ts';
import { median, type Speed } from './speed.ts';
import { columnOf, type Figure, PLACES, type Tally } from './successor.ts';

/** Everything a run found. `speeds` is empty where no time was taken. */
export type Results = { engine: string; labelled: number; probed: number; rows: readonly Row[]; speeds: readonly Speed[] };

const FAULTS = ['withdrawn', 'joined', 'done as open', 'noise', 'twice', 'changed', 'credentials', 'bags'];
/** Faults of which each one counts, so that the number is shown rather than the share. */
const COUNTED = new Set(['credentials', 'bags']);

type Sum = { part: number; whole: number };

function sumOf(figures: readonly Figure[], name: string, column: string): Sum | undefined {
  const own = figures.filter((one) => one.name === name && one.column === column).map(({ tally }) => tally);
  const add = (pick: (one: Tally) => number): number => own.reduce((n, one) => n + pick(one), 0);
  return own.length === 0 ? undefined : { part: add((one) => one.part), whole: add((one) => one.whole) };
}

const percent = ({ part, whole }: Sum): string => (whole === 0 ? '-' : ((100 * part) / whole).toFixed(1));

/** A Markdown table; the first column is text, the others are numbers. */
function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const rule = head.map((_, i) => (i === 0 ? '---' : '---:'));
  return [head, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** How much of what a successor needs stands where it belongs, in per cent. */
export function keptTable({ rows, engine }: Results): string {
  const figures = rows.filter(({ by }) => by === engine).flatMap((row) => row.kept);
  const reasons = { items: 'reasons', target: 'decision_log' as Target };
  const places = [...PLACES, reasons];
  const columns = targets.flatMap((target) => [...new Set(places.filter((one) => one.target === target).map(columnOf))]);
  const names = [...new Set(places.map(({ items }) => items))];
  const lines = names.map((name) => {
    const sums = columns.map((column) => sumOf(figures, name, column));
    return [name, String(sums.find((one) => one)?.whole ?? 0), ...sums.map((one) => (one ? percent(one) : ''))];
  });
  return table(['kept in place, %', 'of', ...columns], lines);
}

/** What should not be in the results, in per cent; credentials and bags by number. */
export function faultsTable({ rows, engine }: Results): string {
  const own = rows.filter(({ by, faults }) => by === engine && faults.length > 0);
  const figures = own.flatMap((row) => row.faults);
  const lines = targets.map((target) => {
    const cells = FAULTS.map((name) => {
      const sum = sumOf(figures, name, target);
      if (!sum) return '';
      return COUNTED.has(name) ? String(sum.part) : name === 'done as open' && sum.whole === 0 ? '' : percent(sum);
    });
    const ratios = own.filter((row) => row.target === target).map(({ ratio }) => ratio);
    return [target, ...cells, ratios.length === 0 ? '' : median(ratios).toFixed(2)];
  });
  return table(['faults, %', ...FAULTS.map((name) => (COUNTED.has(name) ? `${name}, number` : name)), 'ratio'], lines);
}

/** What of the probes is found again, by the engine and by the simplest methods at the same length. */
export function recallTable({ rows }: Results): string {
  const scored = rows.flatMap(({ target, by, score }) => (score ? [{ target, by, score }] : []));
  const lines = PROBED.flatMap((target) => {
    const byEngine = Map.groupBy(
      scored.filter((row) => row.target === target),
      ({ by }) => by,
    );
    return [...byEngine].map(([by, own]) => [`${target}: ${by}`, ...recallCells(own.map(({ score }) => score))]);
  });
  return table(['recalls, %', 'constraints', 'prohibitions', 'identifiers', 'invented', 'injected', 'ratio', 'valid'], lines);
}

function recallCells(scores: readonly Score[]): string[] {
  const share = (pick: (one: Score) => Count): string =>
    percent({ part: scores.reduce((n, one) => n + pick(one).kept, 0), whole: scores.reduce((n, one) => n + pick(one).of, 0) });
  const number = (pick: (one: Score) => readonly string[]): string => String(scores.reduce((n, one) => n + pick(one).length, 0));
  return [
    share((one) => one.constraints),
    share((one) => one.prohibitions),
    share((one) => one.identifiers),
    number((one) => one.invented),
    number((one) => one.injected),
    median(scores.map(({ ratio }) => ratio)).toFixed(2),
    `${scores.filter(({ valid }) => valid).length}/${scores.length}`,
  ];
}

/** Microseconds a character. */
export function speedTable({ speeds }: Results): string {
  const cells = speeds.map(({ length, read, compress, verify, words }) => [
    String(length),
    ...[read, compress, verify, words].map((one) => one.toFixed(2)),
    ((read + compress) / words).toFixed(1),
  ]);
  return table(['characters', 'read, µs/char', 'compress', 'verify', 'words by Intl.Segmenter', 'read and compress against it'], cells);
}

/** Each miss and each fault, a line each: what was counted, where, context, text. */
export function details({ rows, engine }: Results): string[] {
  const line = (kind: string, name: string, where: string, id: string, text: string): string =>
    [kind, name, where, id, text.replace(/\s+/gu, ' ').slice(0, 300)].join('\t');
  return rows
    .filter(({ by }) => by === engine)
    .flatMap(({ id, target, kept, faults, score }) => [
      ...kept.flatMap((one) => one.tally.misses.map((text) => line('missed', one.name, one.column, id, text))),
      ...faults.flatMap((one) => one.tally.misses.map((text) => line('fault', one.name, target, id, text))),
      ...(score?.lost ?? []).map((text) => line('missed', 'probe', target, id, text)),
      ...(score?.invented ?? []).map((text) => line('fault', 'invented', target, id, text)),
      ...(score?.injected ?? []).map((text) => line('fault', 'injected', target, id, text)),
    ])
    .toSorted();
}

/** The page docs/quality.md. `small`: what was found in everyday texts of a few sentences. */
export function page(results: Results, small: Results, date: Date): string {
  const { labelled, probed } = results;
  const day = date.toISOString().slice(0, 10);
  return `${[
    '# Quality of context compression',
    `Made by \`npm run bench:quality -- --write\` on ${day}. No model judges anything: all figures are counts; ` +
      '`bench/quality/README.md` tells how each is made, and `--details` lists every miss.',
    '## What a successor finds',
    `${labelled} contexts that no fit has seen, in which a reader labelled every statement. An item (an attempt, a decision, ` +
      'a step) counts once, as kept when one of its statements stands in the field where it belongs; "anywhere": in any field.',
    keptTable(results),
    '## What should not be there',
    faultsTable(results),
    '## Recalls',
    `By the probes of ${probed} contexts that no fit has seen. Below each result two of the same length: the beginning of ` +
      'the text, and the heaviest sentences by word frequency.',
    recallTable(results),
    '## Everyday texts',
    `${small.labelled} texts, most of one to eight sentences, in nine languages, that no fit has seen. One of up to 420 characters stands whole in ` +
      'a handoff, so its failed attempts are not in a field of their own.',
    keptTable(small),
    faultsTable(small),
    '## Time',
    speedTable(results),
    `## What is not good\n\n${notGood(results).join('\n')}`,
  ].join('\n\n')}\n`;
}

/** Share in per cent below which something kept is called not good, and above which a fault is. */
const LOW = 75;
const HIGH = 5;

/** The figures that are worst, in words. */
function notGood({ rows, engine }: Results): string[] {
  const own = rows.filter(({ by }) => by === engine);
  const line = (figures: readonly Figure[], isBad: (share: number) => boolean, say: (text: string) => string): string[] => {
    const places = new Map(figures.map(({ name, column }) => [`${name} in ${column}`, { name, column }]));
    const bad = [...places].flatMap(([place, { name, column }]) => {
      const sum = sumOf(figures, name, column);
      const share = sum && sum.whole > 0 ? (100 * sum.part) / sum.whole : undefined;
      return share !== undefined && isBad(share) ? [`${place} (${share.toFixed(0)} %)`] : [];
    });
    return bad.length > 0 ? [say(bad.join(', '))] : [];
  };
  const faults = own.flatMap((row) => row.faults).filter(({ name }) => !COUNTED.has(name));
  return [
    ...line(
      own.flatMap((row) => row.kept),
      (share) => share < LOW,
      (text) => `- Kept by less than ${LOW} %: ${text}.`,
    ),
    ...line(
      faults,
      (share) => share > HIGH,
      (text) => `- Faults above ${HIGH} %: ${text}.`,
    ),
    "- The labels are one reader's; all texts are invented, nearly all long ones English and of one length (about 10,000 characters).",
    '- Until 2026-11-23 a failed attempt that was also withdrawn could stand in `do_not_repeat` by one count and was noise there by another. Now it is ' +
      'no noise there. With the same results that made noise in a handoff 12.7 % rather than 13.3: the count was corrected, nothing got better.',
    '- Until then a decision counted as given with its reason wherever it had any `why` (22.0 %); by this count it was 15.4 %, and fell to 11.4 when ' +
      'reasons of another turn on another matter were left out.',
    '- A statement is found by its words: a right sentence in a place where it misleads is not seen.',
  ];
}
