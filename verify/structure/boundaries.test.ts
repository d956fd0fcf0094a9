import { describe, expect, test } from 'vitest';
import { circles, importsOf, read, repositorySources } from './imports.ts';
import { marked, pictured, structureOf } from './matrix.ts';
import { offenders, rules } from './rules.ts';

const sources = repositorySources();
const imports = importsOf(sources);
const shipped = Object.entries(sources).filter(
  ([file]) => /^(libs|services|embedded)\//.test(file) && !/\.test\.ts$|\/test\/|^libs\/testing\//.test(file),
);

test('every import of an own file is seen, and means a file that exists', () => {
  const own = imports.filter(({ to }) => to.includes('/') && !to.startsWith('@') && !to.startsWith('node:'));
  expect(own.length).toBeGreaterThan(1_500);
  expect(own.filter(({ to }) => /\.(ts|mjs)$/.test(to) && !(to in sources))).toEqual([]);
});

describe.each(rules)('$name ($why)', (rule) => {
  test('holds', () => expect(offenders(rule, imports)).toEqual([]));
  test('would be seen if it were broken', () => expect(offenders(rule, importsOf(rule.planted))).toHaveLength(1));
});

describe('no files import one another in a circle', () => {
  test('holds', () => expect(circles(imports)).toEqual([]));
  test('would be seen if it were broken', () => {
    const planted = importsOf({ 'a.ts': "import './b.ts';", 'b.ts': "import './c.ts';", 'c.ts': "import './b.ts';" });
    expect(circles(planted)).toEqual([['b.ts', 'c.ts', 'b.ts']]);
  });
});

test('SQL stands only in stores, migrations and the runtime', () => {
  const stores = /(store|migrations?|sql-visit-log|columns)\.ts$|^libs\/runtime\/|^embedded\//;
  expect(shipped.filter(([file, source]) => !stores.test(file) && /\bsql`/.test(source)).map(([file]) => file)).toEqual([]);
});

test('only config.ts and main.ts read the environment', () => {
  const readers = shipped.filter(([, source]) => /^(?! *(?:\/?\*|\/\/)).*process\.env/m.test(source)).map(([file]) => file);
  expect(readers.filter((file) => !/\/(config|main)\.ts$|^libs\/runtime\/src\/lifecycle\.ts$/.test(file))).toEqual([]);
});

describe('Redis, NATS and PostgreSQL are started by libs/testing/src/servers alone, with the users and flags that are shipped', () => {
  const starts =
    /['"`/](redis-server|nats-server|initdb|pg_ctl)['"`]|\bstartServer\b|\bGenericContainer\b|findBinary\('(redis|nats)'\)|bin\/postgres\b/;
  const startersIn = (all: typeof sources) =>
    Object.entries(all).flatMap(([file, source]) => {
      const code = source.split('\n').filter((line) => !/^\s*(\/\/|\/?\*)/.test(line));
      return !file.startsWith('libs/testing/src/servers/') && file !== 'verify/structure/boundaries.test.ts' && starts.test(code.join('\n'))
        ? [file]
        : [];
    });
  test('holds', () => expect(startersIn(sources)).toEqual([]));
  test('would be seen if it were broken', () => {
    const planted = {
      'verify/a.ts': "spawn('redis-server', ['--port', '1']);",
      'bench/b.ts': "import { startServer } from '@rest-stop/testing/servers/server.ts';",
      'scripts/c.mjs': "execFile('/usr/sbin/nats-server');",
      'services/stay/test/d.ts': 'new GenericContainer(image)',
      'verify/e.ts': "spawn(findBinary('redis'))",
      'verify/f.ts': '`${base}/bin/postgres`',
    };
    expect(startersIn(planted)).toEqual(Object.keys(planted));
  });
});

test('in libs/compress data flows down: no stage imports one that comes after it', () => {
  const stages = [
    'reading',
    'model',
    'tokens',
    'read/',
    'segment',
    'classify',
    'resolve',
    'split',
    'weigh',
    'read',
    'targets',
    'layout',
    'select',
    'compose',
    'choose',
    'compress',
    'verify',
    'index',
  ];
  const stageOf = (path: string): number => {
    const [, name = '', inside] = /^libs\/compress\/src\/([^/.]+)(\/)?/.exec(path) ?? [];
    return stages.indexOf(name === 'read' && inside ? 'read/' : name);
  };
  const own = imports.filter(({ from, to }) => [from, to].every((file) => /^libs\/compress\/src\/(?!.*\.test\.ts$).*\.ts$/.test(file)));
  expect(own.length).toBeGreaterThan(80);
  expect(own.filter(({ from, to }) => stageOf(from) < 0 || stageOf(to) < 0)).toEqual([]);
  expect(own.filter(({ from, to }) => stageOf(to) > stageOf(from))).toEqual([]);
});

test('the table in ARCHITECTURE.md is that of `npm run structure -- --write`', () => {
  const page = read('ARCHITECTURE.md');
  expect(pictured(page, marked(structureOf(imports)))).toBe(page);
});
