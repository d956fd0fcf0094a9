import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { needsInstall } from './install.mjs';
import { packagedNode } from './node24.mjs';

const wanted = {
  packages: {
    '': { name: 'root' },
    'libs/a': { version: '1.0.0' },
    'node_modules/@x/a': { resolved: 'libs/a', link: true },
    'node_modules/b': { version: '2.0.0', integrity: 'sha512-b' },
    'node_modules/tool': { version: '3.0.0', integrity: 'sha512-t', dev: true },
    'node_modules/other-platform': { version: '4.0.0', optional: true },
  },
};
const without = (...paths: string[]) => ({
  packages: Object.fromEntries(Object.entries(wanted.packages).filter(([path]) => !paths.includes(path))),
});
const complete = without('', 'node_modules/other-platform');

describe('needsInstall', () => {
  test('is false for what npm records of a complete installation', () => {
    expect(needsInstall(wanted, complete, { dev: true })).toBe(false);
  });

  test.each([
    ['nothing was ever installed, or the installation was interrupted', undefined],
    ['a package is missing', without('', 'node_modules/b')],
    ['the link of a workspace is missing', without('', 'node_modules/@x/a')],
    ['a version differs', { packages: { ...complete.packages, 'node_modules/b': { version: '2.0.1', integrity: 'sha512-b' } } }],
    [
      'the same version has other contents',
      { packages: { ...complete.packages, 'node_modules/b': { version: '2.0.0', integrity: 'sha512-z' } } },
    ],
  ])('is true when %s', (_, installed) => {
    expect(needsInstall(wanted, installed, { dev: true })).toBe(true);
  });

  test('does not ask for development packages to start the service', () => {
    const production = without('', 'node_modules/tool');
    expect(needsInstall(wanted, production, { dev: false })).toBe(false);
    expect(needsInstall(wanted, production, { dev: true })).toBe(true);
  });
});

describe('packagedNode', () => {
  test('is among the optional dependencies on every supported platform', () => {
    const { optionalDependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64'];
    const packages = platforms.map((platform) => packagedNode('/r', platform)?.split(/[\\/]/)[3]);
    expect(new Set(packages)).toEqual(new Set(Object.keys(optionalDependencies)));
  });

  test('does not exist for others', () => {
    expect(packagedNode('/r', 'aix-ppc64')).toBeUndefined();
  });
});

/** A repository whose npm is a script that behaves like `npm ci` and writes down each call. */
describe('ensureInstalled', () => {
  let root: string;
  const npm = (body: string) => writeFileSync(join(root, 'bin/npm'), `#!/bin/sh\necho call >> "${root}/calls"\n${body}\n`, { mode: 0o755 });
  const installs = `sleep 0.5; mkdir -p node_modules; echo '{"packages":{}}' > node_modules/.package-lock.json; echo noise`;
  const calls = () => (existsSync(join(root, 'calls')) ? readFileSync(join(root, 'calls'), 'utf8').split('\n').length - 1 : 0);

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'rest-stop-install-'));
    mkdirSync(join(root, 'bin'));
    mkdirSync(join(root, 'scripts'));
    for (const file of ['install.mjs', 'node24.mjs']) cpSync(fileURLToPath(new URL(file, import.meta.url)), join(root, 'scripts', file));
    writeFileSync(join(root, 'package-lock.json'), '{"packages":{"":{}}}');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  function run(path = `${join(root, 'bin')}:/usr/bin:/bin`): Promise<{ code: number | null; output: string }> {
    const install = pathToFileURL(join(root, 'scripts/install.mjs')).href;
    const program = `const { ensureInstalled } = await import(${JSON.stringify(install)}); await ensureInstalled(${JSON.stringify(root)}, { dev: true });`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { env: { PATH: path } });
    let output = '';
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (output += data));
    return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
  }

  test('installs once, says so in one line, and then has nothing to do', async () => {
    npm(installs);
    expect(await run()).toEqual({ code: 0, output: 'Installing packages (first run)…\n' });
    utimesSync(join(root, 'package-lock.json'), new Date(), new Date(Date.now() + 60_000));
    expect(await run()).toEqual({ code: 0, output: '' });
    expect(calls()).toBe(1);
  });

  test('lets only one of several processes install, even after one that died while installing', async () => {
    npm(installs);
    mkdirSync(join(root, '.rest-stop'));
    const dead = execFileSync('/bin/sh', ['-c', 'echo $$'], { encoding: 'utf8' }).trim();
    writeFileSync(join(root, '.rest-stop/install.lock'), dead);
    const results = await Promise.all([run(), run(), run()]);
    expect(results.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(calls()).toBe(1);
    expect(existsSync(join(root, '.rest-stop/install.lock'))).toBe(false);
  });

  test('explains a missing npm in one line', async () => {
    const { code, output } = await run('/nowhere');
    expect(code).toBe(1);
    expect(output).toMatch(/^Installing.*\nrest-stop: npm was not found.*\n$/);
  });

  test('explains an unreachable registry in one line', async () => {
    npm('echo "npm error code ENOTFOUND" >&2; echo "npm error network request failed" >&2; exit 1');
    const { code, output } = await run();
    expect(code).toBe(1);
    expect(output).toMatch(/^Installing.*\nrest-stop: The package registry cannot be reached \(ENOTFOUND\).*\n$/);
  });

  test('shows all that npm said when it fails otherwise', async () => {
    npm('echo "npm error something broke"; exit 7');
    const { code, output } = await run();
    expect(code).toBe(1);
    expect(output).toContain('npm error something broke');
    expect(output).toMatch(/npm ci failed with exit code 7/);
  });
});
