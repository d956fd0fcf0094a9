import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@rest-stop/testing/process/reaping.ts';
import { findProgram } from '@rest-stop/testing/servers/find-binary.ts';
import { expect, test } from 'vitest';
import { shortened } from './alerts.ts';
import {
  knownMetrics,
  metricsIn,
  operatorFile,
  operatorRule,
  pathOf,
  queriesOfDashboard,
  queryOfAutoscaler,
  rules,
  rulesFile,
  textOf,
} from './written.ts';

const promtool = findProgram('promtool');
const named = (name: string): string => (promtool ? name : `${name} [skipped: promtool is not on this machine]`);
const folder = 'deploy/observability';
const testFiles = ['rules.test.yaml', 'rules-of-days.test.yaml'];

/** Whether promtool is content; what it says when it is not. */
function check(...args: string[]): string {
  try {
    execFileSync(promtool ?? '', args, { encoding: 'utf8', stdio: 'pipe' });
    return 'well';
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return `${stdout}${stderr}`;
  }
}

test('every query of rules, dashboard and autoscaler names metrics that there are', async () => {
  const known = await knownMetrics();
  const asked = [...rules, ...queriesOfDashboard(), { expr: queryOfAutoscaler() }].flatMap(({ expr }) => metricsIn(expr));
  const unknown = asked.filter((name) => !known.has(name) && !known.has(name.replace(/_(bucket|sum|count)$/, '')));
  expect(asked.length).toBeGreaterThan(60);
  expect(unknown).toEqual([]);
});

test('every alert has a page that says what to do, and every page an alert', () => {
  const pages = rules.flatMap(({ alert, annotations }) => (alert ? [annotations?.runbook ?? `none for ${alert}`] : []));
  expect(pages.filter((page) => !existsSync(pathOf(page)))).toEqual([]);
  const written = readdirSync(pathOf('docs/operations/runbooks')).map((name) => `docs/operations/runbooks/${name}`);
  expect(written.filter((page) => !pages.includes(page))).toEqual([]);
  for (const { alert, annotations } of rules) if (alert) expect(readFileSync(pathOf(annotations?.runbook ?? ''), 'utf8')).toContain(alert);
});

test('the drill shortens windows and waits, and nothing else', () => {
  const text = '- record: ratio_5m\n  expr: rate(a{b="5m"}[5m]) / rate(a[3d]) > 60\n      for: 10m\n';
  expect(shortened(text, 60)).toBe('- record: ratio_5m\n  expr: rate(a{b="5m"}[5s]) / rate(a[4320s]) > 60\n      for: 10s\n');
});

test('the object for the Prometheus operator is that of `npm run rules`', () => expect(textOf(operatorFile)).toBe(operatorRule()));

test.skipIf(!promtool)(named('each alert fires by its fault alone'), () => {
  expect(check('check', 'rules', pathOf(rulesFile))).toBe('well');
  expect(check('test', 'rules', ...testFiles.map((file) => pathOf(`${folder}/${file}`)))).toBe('well');
  const tests = testFiles.map((file) => readFileSync(pathOf(`${folder}/${file}`), 'utf8')).join('\n');
  for (const { alert } of rules) if (alert) expect(tests.split(`alertname: ${alert}\n`).length, alert).toBeGreaterThan(1);
});

test.skipIf(!promtool).each([
  ['a limit that nothing reaches', 'rest_stop_erasures_oldest_seconds) > 60', 'rest_stop_erasures_oldest_seconds) > 6000'],
  ['another outcome', 'outcome="unavailable"', 'outcome="limited"'],
  ['one window alone', 'rest_stop:errors:ratio_1h > 14.4', 'rest_stop:errors:ratio_1h > 144'],
  ['a service that is never missed', 'unless count by', 'and count by'],
])(named('%s in the rules would be noticed'), (_name, written, broken) => {
  const copy = temporaryDirectory();
  const text = readFileSync(pathOf(rulesFile), 'utf8');
  expect(text).toContain(written);
  writeFileSync(join(copy.path, 'rules.yaml'), text.replaceAll(written, broken));
  copyFileSync(pathOf(`${folder}/rules.test.yaml`), join(copy.path, 'rules.test.yaml'));
  expect(check('test', 'rules', join(copy.path, 'rules.test.yaml'))).toContain('FAILED');
  copy.remove();
});
