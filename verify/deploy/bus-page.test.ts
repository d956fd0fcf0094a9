import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pathOf, textOf } from './sources.ts';

const subject = /[a-z-]+\.(?:rpc|evt)\.[a-z-]+\.[a-z-]+\.v\d+/g;

test('bus.md lists every subject of the contracts, and no other', () => {
  const files = readdirSync(pathOf('libs/contracts/src'), { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const declared = sources.flatMap((file) => [...textOf(`libs/contracts/src/${file}`).matchAll(subject)].map(String));
  expect(declared.length).toBeGreaterThan(0);
  const listed = [...textOf('docs/operations/bus.md').matchAll(subject)].map(String);
  expect([...new Set(listed)].sort()).toEqual([...new Set(declared)].sort());
});
