// `npm test [-- unit] [-- vitest's arguments]`: the tests; the last line is the count.
import { readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { launch, root } from './bootstrap.mjs';

const reportFile = resolve(root, `node_modules/.test-report-${process.pid}.json`);
process.once('exit', () => rmSync(reportFile, { force: true }));

const projects = ['unit', 'integration'];
const args = process.argv.slice(2).flatMap((arg) => (projects.includes(arg) ? ['--project', arg] : [arg]));
const watching = args.includes('--watch');
const vitest = resolve(root, 'node_modules/vitest/vitest.mjs');
const code = await launch([vitest, ...(watching ? [] : ['run']), ...args], {
  dev: true,
  parentWatch: 'preload',
  env: { REST_STOP_TEST_REPORT: reportFile },
});
process.exitCode = watching ? code : conclude(code, readReport());

/** @returns {{passed: number, failed: number, skipped: number, skips: {reason: string, tests: string[]}[]} | undefined} */
function readReport() {
  try {
    return JSON.parse(readFileSync(reportFile, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Prints what was skipped and the count; returns the exit code. */
function conclude(vitestCode, report) {
  const { passed, failed, skipped, skips } = report ?? { passed: 0, failed: 0, skipped: 0, skips: [] };
  for (const { reason, tests } of skips)
    console.log(`Skipped ${tests.length}: ${reason}\n${tests.map((test) => `  - ${test}`).join('\n')}`);
  const ranNothing = passed + failed === 0;
  if (!report) console.log('The run ended before it could report its tests.');
  else if (ranNothing) console.log('No test ran.');
  // Whatever vitest calls a failure must be visible in the count, too.
  const counted = failed === 0 && (vitestCode !== 0 || ranNothing) ? 1 : failed;
  console.log(`${passed} passed, ${counted} failed, ${skipped} skipped`);
  return vitestCode || (counted > 0 ? 1 : 0);
}
