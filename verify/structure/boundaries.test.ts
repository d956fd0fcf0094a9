import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /^(libs|services|embedded)\/.*\.ts$/.test(file) && !/\.test\.ts$|\/test\/|^libs\/testing\//.test(file));

const importing = /^(?:import|export|\}).*? from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm;
const edges = files.flatMap((file) =>
  [...readFileSync(root + file, 'utf8').matchAll(importing)].map(([, from, bare, dynamic]) => ({
    file,
    target: from ?? bare ?? dynamic ?? '',
  })),
);

const importersOf = (target: RegExp, except: RegExp) =>
  edges.filter((edge) => target.test(edge.target) && !except.test(edge.file)).map(({ file, target }) => `${file} imports ${target}`);

test('the scan sees the imports it judges', () => {
  expect(edges.length).toBeGreaterThan(300);
});

test('NATS is known to the bus alone, OpenAI to the ai-worker, Redis to admission and the spend guard, PGlite to the embedded mode', () => {
  expect(importersOf(/^nats$/, /^libs\/runtime\/src\/bus\//)).toEqual([]);
  expect(importersOf(/^openai/, /^services\/ai-worker\/src\/provider\//)).toEqual([]);
  expect(importersOf(/^redis$/, /^services\/(gateway\/src\/admission|ai-worker\/src\/provider)\//)).toEqual([]);
  expect(importersOf(/^@electric-sql\//, /^embedded\//)).toEqual([]);
});

test('services never import one another, and only the embedded mode imports services', () => {
  const services = /^@rest-stop\/(gateway|identity|stay|ai-worker|public)\//;
  expect(importersOf(services, /^embedded\//)).toEqual([]);
});

test('contracts depend on zod alone, and the runtime on no service', () => {
  const foreign = edges.filter(({ file, target }) => file.startsWith('libs/contracts/') && !/^(zod|\.)/.test(target));
  expect(foreign).toEqual([]);
});

test('SQL stands only in stores, migrations and the runtime', () => {
  const stores = /(store|migrations?|sql-visit-log|columns)\.ts$|^libs\/runtime\/|^embedded\//;
  const offenders = files.filter((file) => !stores.test(file) && /\bsql`/.test(readFileSync(root + file, 'utf8')));
  expect(offenders).toEqual([]);
});

test('only config.ts and main.ts read the environment', () => {
  const readers = files.filter((file) => /process\.env/.test(readFileSync(root + file, 'utf8')));
  expect(readers.filter((file) => !/\/(config|main)\.ts$|^libs\/runtime\/src\/lifecycle\.ts$/.test(file))).toEqual([]);
});

test('in libs/compress data flows down: no stage imports one that comes after it', () => {
  const stages = ['reading', 'model', 'tokens', 'read/', 'segment', 'classify', 'resolve', 'read', 'select', 'compose', 'verify', 'index'];
  const stageOf = (path: string): number => {
    const [, name = '', inside] = /^libs\/compress\/src\/([^/.]+)(\/)?/.exec(path) ?? [];
    return stages.indexOf(name === 'read' && inside ? 'read/' : name);
  };
  const own = edges.filter(({ file, target }) => file.startsWith('libs/compress/src/') && /^\.\.?\/.*\.ts$/.test(target));
  const judged = own.map(({ file, target }) => ({ file, target: new URL(target, `file:///${file}`).pathname.slice(1) }));
  expect(judged.length).toBeGreaterThan(80);
  expect(judged.filter(({ file, target }) => stageOf(file) < 0 || stageOf(target) < 0)).toEqual([]);
  expect(judged.filter(({ file, target }) => stageOf(target) > stageOf(file))).toEqual([]);
});
