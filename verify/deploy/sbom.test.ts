import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { pathOf, services, textOf } from './sources.ts';

/** Programs that only a machine of a developer installs are optional. */
type Package = { license?: string; dev?: boolean; link?: boolean; optional?: boolean };
const locked = Object.entries((JSON.parse(textOf('package-lock.json')) as { packages: Record<string, Package> }).packages);
const installed = locked.filter(([path, { dev, link, optional }]) => path.includes('node_modules/') && !dev && !link && !optional);

test('the bill of materials names every package that a service imports', () => {
  const bill = JSON.parse(execFileSync('npm', ['run', '--silent', 'sbom'], { cwd: pathOf('.'), encoding: 'utf8', maxBuffer: 64e6 }));
  const named = new Set(
    (bill.components as { group?: string; name: string }[]).map(({ group, name }) => (group ? `${group}/${name}` : name)),
  );
  expect(bill.bomFormat).toBe('CycloneDX');
  const imported = services.flatMap((service) => {
    const { dependencies = {} } = JSON.parse(textOf(`services/${service}/package.json`)) as { dependencies?: Record<string, string> };
    return Object.keys(dependencies).filter((name) => !name.startsWith('@rest-stop/'));
  });
  expect(imported.length).toBeGreaterThan(8);
  expect(imported.filter((name) => !named.has(name))).toEqual([]);
});

test('what is installed in production is under licences that ask for a notice and no more', () => {
  const permissive = ['MIT', 'Apache-2.0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Unlicense', 'BlueOak-1.0.0', 'OFL-1.1'];
  expect(installed.length).toBeGreaterThan(50);
  expect(
    installed.filter(([, { license = '' }]) => !permissive.includes(license)).map(([path, { license }]) => `${path}: ${license}`),
  ).toEqual([]);
});

test('every package is pinned by what it contains', () => {
  const loose = locked.filter(([path, entry]) => path.includes('node_modules/') && !entry.link && !('integrity' in entry));
  expect(loose.map(([path]) => path)).toEqual([]);
});
