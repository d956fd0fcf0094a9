import { type Target, targets } from '@rest-stop/contracts/defrag.ts';
import type { Engine } from './engines.ts';

/**
 * Microseconds for each character of a text of this length. `compress`: the median over the targets. `words`: a pass over its words by
 * `Intl.Segmenter` in the same run, which tells how fast the machine is.
 */
export type Speed = { length: number; read: number; compress: number; verify: number; words: number };

const RUNS: ReadonlyMap<number, number> = new Map([
  [4_000, 15],
  [12_000, 11],
  [40_000, 7],
  [120_000, 5],
]);
const VERIFIED: Target = 'handoff';

/** How long an engine takes, on contexts put one behind the other; medians over several runs, the first one left out. */
export async function speedsOf(engine: Engine, contents: readonly string[]): Promise<Speed[]> {
  const all = contents.join('\n\n');
  const speeds: Speed[] = [];
  for (const [length, runs] of RUNS) speeds.push(await speedAt(engine, all.slice(0, length).toWellFormed(), runs));
  return speeds;
}

async function speedAt(engine: Engine, text: string, runs: number): Promise<Speed> {
  const took: Record<Exclude<keyof Speed, 'length'>, number[]> = { read: [], compress: [], verify: [], words: [] };
  for (let run = 0; run <= runs; run++) {
    const start = performance.now();
    const opened = await engine.read(text);
    const read = performance.now() - start;
    const compress = median(targets.map((target) => timed(() => opened.compress(target))));
    const result = opened.compress(VERIFIED);
    const verify = timed(() => opened.verify(result));
    const words = timed(() => segmented(text));
    if (run > 0) for (const [name, time] of Object.entries({ read, compress, verify, words })) took[name as keyof typeof took].push(time);
  }
  const each = (times: readonly number[]): number => (1_000 * median(times)) / text.length;
  return { length: text.length, read: each(took.read), compress: each(took.compress), verify: each(took.verify), words: each(took.words) };
}

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

function segmented(text: string): number {
  let words = 0;
  for (const { isWordLike } of segmenter.segment(text)) words += Number(isWordLike);
  return words;
}

function timed(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** The middle value; between the two middle ones of an even number. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
