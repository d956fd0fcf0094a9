import { expect, test } from 'vitest';
import { unitsOf } from './units.ts';

const texts = (content: string) => unitsOf(content).map((unit) => unit.text);

test('paths, URLs, versions and abbreviations do not end a sentence', () => {
  expect(texts('Use v1.2.3 of src/app.config.ts, e.g. Redis 7.2. See https://a.test/x.html?q=1. Done.')).toEqual([
    'Use v1.2.3 of src/app.config.ts, e.g. Redis 7.2.',
    'See https://a.test/x.html?q=1.',
    'Done.',
  ]);
});

test('a wrapped paragraph is read as running text', () => {
  const wrapped =
    'You must not deploy the service to production before the\nsecurity review has been signed by Ana. Otherwise we\nlose the certificate.';
  expect(texts(wrapped)[0]).toBe('You must not deploy the service to production before the security review has been signed by Ana.');
});

test('lines of one comment are read as running text', () => {
  expect(texts('```c\n/* This must never be called\n * without the lock. */\nint x;\n```')).toContain(
    'This must never be called without the lock.',
  );
});

test.each([
  ['User: do it', 'user'],
  ['**Assistant:** done', 'assistant'],
  ['[tool:shell] ls -la /tmp', 'tool'],
  ['### Human\nhello there', 'user'],
  ['<user name="Ana">hello there</user>', 'user'],
  ['TOOL read_file {"path":"a.ts"}', 'tool'],
  ['[{"role":"user","content":"hello there"}]', 'user'],
  ['{"role":"system","content":"be kind"}\n{"role":"assistant","content":"I am"}', 'assistant'],
])('%s is said by the %s', (content, role) => {
  expect(unitsOf(content).at(-1)?.role).toBe(role);
});

test('log lines that differ only in numbers are kept twice', () => {
  const log = Array.from({ length: 50 }, (_, i) => `2026-01-01T10:00:00Z INFO request ${i} took ${i} ms`).join('\n');
  expect(unitsOf(log)).toHaveLength(2);
});

test('language inside of data is found', () => {
  expect(texts('{"note": "The owner must not be called at night.", "id": 4}')).toContain('The owner must not be called at night.');
});

test('a list takes its introduction as its section', () => {
  expect(unitsOf('Do not:\n- touch the schema\n- call the vendor').at(-1)).toMatchObject({ kind: 'item', section: 'Do not:' });
});

test('several turns on one line are told apart', () => {
  const roles = unitsOf('User: fix the login. Assistant: I look at it. User: never touch the schema.').map((unit) => unit.role);
  expect(roles).toEqual(['user', 'assistant', 'user']);
});

test('notes of one thought per line are not read as running text', () => {
  const notes =
    'budget left 3,400 eur, nothing above 500 without ada\nno dosing at night\nmax 4 h per day, the grower insists on it\nbackup goes to git';
  expect(texts(notes)).toHaveLength(4);
});

test('sentences without capitals are told apart', () => {
  expect(texts('What is not in the bid gets "k. A." and is never estimated.')).toHaveLength(1);
  expect(texts('we banned them two years ago, no triggers. use a running total then.')).toEqual([
    'we banned them two years ago, no triggers.',
    'use a running total then.',
  ]);
});

test('events of a log in JSON are read as what was said and done', () => {
  const log = [
    '{"ts":"2026-01-01T10:00:00Z","type":"message","role":"user","text":"Never pay twice."}',
    '{"ts":"2026-01-01T10:00:05Z","type":"tool_result","tool":"list","result":{"files":["a.pdf","b.pdf"]}}',
  ].join('\n');
  const units = unitsOf(log);
  expect(units[0]).toMatchObject({ role: 'user', text: 'Never pay twice.' });
  expect(units.slice(1).every((unit) => unit.role === 'tool')).toBe(true);
});

test('quoted prompts of a session are said by the user', () => {
  const session = '> add a flag\n\nDone.\n\n> no new options please\n\nRemoved.\n\n> now test it\n\nAll green.';
  expect(unitsOf(session).map((unit) => unit.role)).toEqual(['user', 'assistant', 'user', 'assistant', 'user', 'assistant']);
});

test.each([
  ['mateo    [11:07]\nwhat shipped?', 'user'],
  ['rest-agent [APP]  [11:11]\nNine pods restart.', 'assistant'],
  ['**ana** (maintainer) commented on Aug 19\n\nPlease no polling.', 'user'],
  ['<message from="agent" to="ana">Ready for tonight.</message>', 'assistant'],
  ['**Ingrid (12:10)**\nPlease no polling.', 'user'],
  ['[turn 23 / user Paula]\nPlease no polling.', 'user'],
  ['<observation>\nall green here\n</observation>', 'tool'],
])('%j ends with what the %s said', (content, role) => {
  expect(unitsOf(content).at(-1)?.role).toBe(role);
});

test('a speaker behind the prefix of a logger is heard', () => {
  const line = '2026-03-04 10:10:00,123 INFO [agent.loop] user: Never scale above 24 replicas.';
  expect(unitsOf(line).at(-1)).toMatchObject({ role: 'user', text: 'Never scale above 24 replicas.' });
});

test('counters behind a time are no speech', () => {
  expect(unitsOf('07:06:40 autovacuum: pages: 0 removed, 247362 remain; tuples: 5069 removed; elapsed: 67 s')[0]?.kind).toBe('log');
});

test('what is asked in a trace of thoughts comes from the user', () => {
  const trace = 'Question: never ship on Friday.\nThought: I look.\nAction: list\nObservation: 3 rows\nThought: done.\nQuestion: go on.';
  expect(unitsOf(trace).map((unit) => unit.role)).toEqual(['user', 'assistant', 'tool', 'tool', 'assistant', 'user']);
});

test('running text in a table is read by its sentences', () => {
  const row = `| 3 | user | ${'The venue has a lift and forty rooms on two floors. '.repeat(3)}Never call the donors. |`;
  expect(unitsOf(row).at(-1)).toMatchObject({ role: 'user', text: 'Never call the donors.' });
});

test('a short item of a list stays whole, a long one is cut into sentences', () => {
  const items = unitsOf(
    `- No repair with 3.8. Only with 3.8.2.\n- Never do this. ${'It was tried for a whole day without any use. '.repeat(3)}`,
  );
  expect(items[0]?.text).toBe('No repair with 3.8. Only with 3.8.2.');
  expect(items[1]?.text).toBe('Never do this.');
});

test('a quoted title before a colon is no key of JSON', () => {
  expect(unitsOf('"Winter Ferry": poem, whole, not to be shortened.')[0]?.kind).toBe('prose');
  expect(unitsOf('  "ferry": "a poem",')[0]?.kind).toBe('data');
});
