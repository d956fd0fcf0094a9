import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { type Compressed, resultText, type Target, targets } from '@rest-stop/contracts/defrag.ts';
import { codePoints } from '@rest-stop/contracts/text.ts';
import { baselines } from './baselines.ts';
import type { Engine } from './engines.ts';
import { type Case, type CaseSet, caseSets, loadCases } from './probes.ts';
import { markdown, type Row, table } from './report.ts';
import { score } from './score.ts';

const reportFile = join(import.meta.dirname, '../../docs/quality.md');

/** The engines of the modules named on the command line, or the default ones. */
async function loadEngines(modules: readonly string[]): Promise<Engine[]> {
  const urls = modules.length > 0 ? modules.map((m) => pathToFileURL(resolve(m)).href) : [new URL('./engines.ts', import.meta.url).href];
  const loaded: { engines: Engine[] }[] = await Promise.all(urls.map((url) => import(url)));
  return loaded.flatMap((module) => module.engines);
}

async function attempt(engine: Engine, one: Case, target: Target): Promise<Compressed> {
  try {
    return await engine.compress(one.content, target);
  } catch (error) {
    console.error(`${engine.name} ${one.id} ${target}:`, error);
    return '';
  }
}

async function measure(engine: Engine, one: Case, target: Target): Promise<Row[]> {
  const result = await attempt(engine, one, target);
  const budget = codePoints(resultText(result));
  const row = (name: string, compressed: Compressed): Row => ({ engine: name, target, id: one.id, score: score(compressed, target, one) });
  return [row(engine.name, result), ...baselines.map((b) => row(`${b.name} (${engine.name})`, b.compress(one.content, target, budget)))];
}

/** Every engine over every case and target, with the baselines cut to each result's length. */
async function run(engines: readonly Engine[], cases: readonly Case[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const engine of engines)
    for (const one of cases) rows.push(...(await Promise.all(targets.map((target) => measure(engine, one, target)))).flat());
  return rows;
}

function printDefects(rows: readonly Row[], engines: readonly Engine[]): void {
  const own = rows.filter((row) => engines.some((engine) => engine.name === row.engine));
  for (const { id, target, score: s } of own) {
    const defects = { invented: s.invented, forbidden: s.forbidden, injected: s.injected, ...(s.valid ? {} : { valid: ['no'] }) };
    for (const [kind, found] of Object.entries(defects))
      if (found.length > 0) console.log(`${kind}\t${id}\t${target}\t${JSON.stringify(found)}`);
  }
}

function printSet(set: CaseSet, rows: readonly Row[], engines: readonly Engine[]): void {
  for (const [target, own] of Map.groupBy(rows, (row) => row.target)) console.log(`\n${set}: ${target}\n${table(own)}`);
  console.log(`\n${set}: all targets\n${table(rows)}\n`);
  printDefects(rows, engines);
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { set: { type: 'string' } } });
const chosen = caseSets.filter((set) => values.set === undefined || values.set === set);
const engines = await loadEngines(positionals);
const results = new Map<CaseSet, Row[]>();
for (const set of chosen) {
  const rows = await run(engines, loadCases(set));
  results.set(set, rows);
  printSet(set, rows, engines);
}
const names = engines.map((engine) => engine.name);
if (chosen.length === caseSets.length) writeFileSync(reportFile, markdown(results, names, new Date()));
