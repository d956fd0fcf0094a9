import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node';

type Report = { passed: number; failed: number; skipped: number; skips: { reason: string; tests: string[] }[] };

/**
 * Writes the counts of a run, and what was skipped for which reason, to the file named by REST_STOP_TEST_REPORT.
 * A failure outside of a test (a file that does not load, a failed hook, an unhandled error) counts as one failed test:
 * the count must never look better than the run.
 */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const file = process.env.REST_STOP_TEST_REPORT;
    if (file) writeFileSync(file, JSON.stringify(reportOf(modules, unhandledErrors)));
  }
}

function reportOf(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): Report {
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const groups = modules.flatMap((module) => [module, ...module.children.allSuites()]);
  const count = (state: string): number => tests.filter((test) => test.result().state === state).length;
  const skipped = tests.filter((test) => ['skipped', 'pending'].includes(test.result().state));
  return {
    passed: count('passed'),
    failed: count('failed') + groups.filter(failedItself).length + unhandledErrors.length,
    skipped: skipped.length,
    skips: [...Map.groupBy(skipped, reasonOf)].map(([reason, members]) => ({ reason, tests: members.map(nameOf) })),
  };
}

function failedItself(group: TestModule | TestSuite): boolean {
  return group.errors().length > 0;
}

/** The note given to `skip()`, else the reason that a suite around the test carries in its name. */
function reasonOf(test: TestCase): string {
  const result = test.result();
  if (result.state === 'skipped' && result.note) return result.note;
  const named = /\[skipped: (.*?)\](?= >|$)/.exec(test.fullName)?.[1];
  if (named) return named;
  if (test.options.mode === 'todo') return 'not written yet';
  return test.options.mode === 'skip' ? 'marked as skipped, or left out by a filter' : 'did not run: something before it failed';
}

function nameOf(test: TestCase): string {
  return `${test.module.relativeModuleId} > ${test.fullName.replace(/ \[skipped: .*?\](?= >|$)/g, '')}`;
}
