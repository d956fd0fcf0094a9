import { type Compressed, resultText, type Target, targets } from '@rest-stop/contracts/defrag.ts';
import { codePoints } from '@rest-stop/contracts/text.ts';
import { baselines } from './baselines.ts';
import type { Case } from './data.ts';
import type { Engine, Opened } from './engines.ts';
import { type Score, score } from './score.ts';
import { faults, type Figure, judgeOf, kept } from './successor.ts';

/** What was found in one result. `by`: the engine, or a baseline that was given its length. `ratio`: input / output in code points. */
export type Row = { id: string; target: Target; by: string; ratio: number; kept: Figure[]; faults: Figure[]; score?: Score };

/** The targets in which the probes are looked for. */
export const PROBED: readonly Target[] = ['handoff', 'constraints', 'state', 'summary'];

/** Compresses each context, labelled ones into all targets, and compares what comes out with what is known of it. */
export async function measure(engine: Engine, cases: readonly Case[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const one of cases) rows.push(...(await measureCase(engine, one)));
  return rows;
}

async function measureCase(engine: Engine, one: Case): Promise<Row[]> {
  const judge = judgeOf(one);
  const opened = await opening(engine, one);
  return (one.labels ? targets : PROBED).flatMap((target) => {
    const result = attempt(one, opened, target);
    const found = one.labels ? { kept: kept(judge, target, result), faults: faults(judge, target, result) } : { kept: [], faults: [] };
    const length = codePoints(resultText(result));
    const row = { id: one.id, target, by: engine.name, ratio: codePoints(one.content) / Math.max(1, length), ...found };
    const { probes } = one;
    if (!probes || !PROBED.includes(target)) return [row];
    const asked = { content: one.content, probes };
    return [{ ...row, score: score(result, target, asked) }, ...comparison(asked, target, length, one.id)];
  });
}

/** What the simplest methods keep in a result of the same length. */
function comparison(asked: Parameters<typeof score>[2], target: Target, length: number, id: string): Row[] {
  return baselines.map(({ name, compress }) => {
    const result = compress(asked.content, target, length);
    const own = score(result, target, asked);
    return { id, target, by: name, ratio: own.ratio, kept: [], faults: [], score: own };
  });
}

async function opening(engine: Engine, { id, content }: Case): Promise<Opened | undefined> {
  try {
    return await engine.read(content);
  } catch (error) {
    console.error(`${engine.name} cannot read ${id}:`, error);
    return undefined;
  }
}

function attempt({ id }: Case, opened: Opened | undefined, target: Target): Compressed {
  try {
    return opened?.compress(target) ?? '';
  } catch (error) {
    console.error(`${id} into ${target}:`, error);
    return '';
  }
}
