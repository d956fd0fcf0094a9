// `npm run bench:quality`: README.md tells what it measures and what can be asked of it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Case, FIXTURES, loadFixtures, loadSet, setNames, SMALL_UNSEEN, UNSEEN } from './data.ts';
import { library } from './engines.ts';
import { fitNeeds } from './fit/needs.ts';
import { save } from './fit/save.ts';
import { measure } from './measure.ts';
import { details, faultsTable, keptTable, page, recallTable, type Results, speedTable } from './report.ts';
import { speedsOf } from './speed.ts';
import { transcriptTable } from './transcripts.ts';
import { problems } from './validate.ts';

const reportFile = join(import.meta.dirname, '../../docs/quality.md');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    set: { type: 'string' },
    write: { type: 'boolean', default: false },
    details: { type: 'boolean', default: false },
  },
});

/** A set of data/, all fixtures, the fixtures of one set, or what no fit has seen. */
function casesOf(set: string | undefined): Case[] {
  const fixtures = loadFixtures();
  if (set === undefined) return [...fixtures, ...loadSet(UNSEEN)];
  if (set === FIXTURES) return fixtures;
  return setNames().includes(set) ? loadSet(set) : fixtures.filter((one) => one.set === set);
}

function print(results: Results): void {
  const tables = results.probed > 0 ? [recallTable(results)] : [];
  if (results.labelled > 0) tables.unshift(keptTable(results), faultsTable(results));
  if (results.speeds.length > 0) tables.push(speedTable(results));
  console.log(tables.join('\n\n'));
  if (values.details) console.log(`\n${details(results).join('\n')}`);
}

async function resultsOf(cases: readonly Case[]): Promise<Results> {
  return {
    engine: library.name,
    labelled: cases.filter(({ labels }) => labels).length,
    probed: cases.filter(({ probes }) => probes).length,
    rows: await measure(library, cases),
    speeds: [],
  };
}

async function bench(): Promise<void> {
  const cases = casesOf(values.set);
  if (cases.length === 0) throw new Error(`no such set: ${values.set}; there are ${setNames().join(', ')}, ${FIXTURES}, languages`);
  const results = await resultsOf(cases);
  if (values.set !== undefined) return print(results);
  const contents = cases.map(({ content }) => content);
  const all = { ...results, speeds: await speedsOf(library, contents) };
  const small = await resultsOf(loadSet(SMALL_UNSEEN));
  console.log(folders.length > 0 ? await transcriptTable(folders) : 'Skipped: real transcripts (TRANSCRIPTS is not set).');
  print(all);
  print(small);
  if (values.write) writeFileSync(reportFile, page(all, small, new Date()));
}

function validate(): void {
  const found = problems();
  console.log(found.join('\n') || 'The data are in order.');
  if (found.length > 0) process.exitCode = 1;
}

/** Folders of labelled transcripts: other people's text, which is not in this repository. */
const folders = (process.env['TRANSCRIPTS'] ?? '').split(',').filter(Boolean);

/** Fits the model of sessions on the labelled transcripts in TRANSCRIPTS. */
async function fitOnTranscripts(): Promise<void> {
  if (folders.length === 0) throw new Error('TRANSCRIPTS is not set. Name the folders of labelled transcripts, separated by commas.');
  const model = await fitNeeds(folders);
  save('needs', model);
  console.log(model.scores);
}

const command = positionals[0];
if (command === 'validate') validate();
else if (command === 'fit') await import('./fit/fit.ts');
else if (command === 'fit-needs') await fitOnTranscripts();
else if (command === undefined) await bench();
else throw new Error(`unknown: ${command}; there are validate, fit and fit-needs`);
