import { expect, test } from 'vitest';
import { read } from '../read.ts';
import { tokenise } from '../tokens/tokens.ts';
import { eventsOf } from './events.ts';
import { recordsOf } from './records.ts';
import { sessionUnits } from './units.ts';

const turn = (role: 'user' | 'tool' | 'assistant', text: string) => ({ role, speaker: '', text, quoted: false });

test.each([
  ['a commit', '[main 4f1c2aa] fix: close the pool'],
  ['a count of tests', 'Tests: 3 failed, 41 passed'],
  ['an error', 'Error: listen EADDRINUSE: address already in use :::8080'],
  ['a changed file', 'Applied edit to src/pool.ts'],
  ['a value', 'timeout_ms = 7137'],
])('the output of a tool reports %s', (_, line) => {
  expect(eventsOf({ text: `drwxr-xr-x 2 root\n${line}\n}` })).toEqual([line]);
});

test('code that handles errors reports none', () => {
  expect(eventsOf({ text: "    throw new Error('cannot open');\nconst failed = [];\n  12→  if (error) return;" })).toEqual([]);
});

test('lines that differ in numbers alone are reported once, as the last of them stands', () => {
  expect(eventsOf({ text: 'Error after 1 s\nError after 2 s\nError after 3 s' })).toEqual(['Error after 3 s']);
});

test('a list of values gives a record for each, and what announces them stands alone', () => {
  const text = 'The ledger of ports: api-1=8081; api-2=8082; db-1=5432';
  expect(recordsOf({ text, tokens: tokenise(text) }).map((one) => one.text)).toEqual([
    'The ledger of ports:',
    'api-1=8081',
    'api-2=8082',
    'db-1=5432',
  ]);
});

test('a sentence with semicolons is no list of values', () => {
  const text = 'We stay on version 2; the team agreed; nobody objected';
  expect(recordsOf({ text, tokens: tokenise(text) })).toHaveLength(1);
});

test('units of a session keep their order and number', () => {
  const units = sessionUnits([
    turn('user', 'Fix the pool.'),
    turn('tool', 'ls\nError: no such file'),
    turn('assistant', 'It was closed twice.'),
  ]);
  expect(units.map(({ order, text }) => [order, text])).toEqual([
    [0, 'Fix the pool.'],
    [1, 'Error: no such file'],
    [2, 'It was closed twice.'],
  ]);
});

/** A session long enough to be read as one, in which one wording comes back. */
const session = [
  'User: Please make the importer keep the order of the rows. Do not touch the schema.',
  'Assistant: I will look at the importer.',
  ...Array.from({ length: 300 }, (_, i) => `Assistant: Batch ${i} of the archive was skimmed and nothing in it concerns the importer.`),
  'User: ports: api-1=8081; api-2=8082; db-1=5432',
  'User: ports: api-1=9081; api-2=9082; db-1=6432',
  'User: Now write the test.',
].join('\n\n');

test('a wording that comes back counts once, and the newest value of a name wins', async () => {
  const { units, folded } = await read(session);
  const batches = units.filter(({ text }) => text.startsWith('Batch'));
  expect(batches.filter(({ order }) => !folded.repeated.has(order))).toHaveLength(1);
  const values = units.filter(({ order }) => folded.ledger.has(order) && !folded.repeated.has(order));
  expect(values.map(({ text }) => text)).toEqual(['api-1=9081', 'api-2=9082', 'db-1=6432']);
});
