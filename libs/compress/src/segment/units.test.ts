import { describe, expect, test } from 'vitest';
import type { Turn, Unit } from '../reading.ts';
import { unitsOf } from './units.ts';

const turn = (text: string, more: Partial<Turn> = {}): Turn => ({ role: 'user', speaker: 'Ana', text, quoted: false, ...more });
const read = (...lines: readonly string[]): Unit[] => unitsOf([turn(lines.join('\n'))]);
const told = (units: readonly Unit[]): string[] => units.map(({ kind, text }) => `${kind}: ${text}`);

describe('kinds', () => {
  test.each<[string, string[], string[]]>([
    ['sentences of a paragraph', ['It works. We ship it.'], ['prose: It works.', 'prose: We ship it.']],
    [
      'a paragraph that an editor broke into lines',
      ['The import fails on every second file because the parser reads', 'the header twice.', '', 'Next.'],
      ['prose: The import fails on every second file because the parser reads the header twice.', 'prose: Next.'],
    ],
    ['short lines that stand for themselves', ['Ask Ana', 'Call Ben'], ['prose: Ask Ana', 'prose: Call Ben']],
    [
      'headings',
      ['# The Plan #', '**Open points**', '=== Notes ===', 'RULES OF THE HOUSE:'],
      ['heading: The Plan', 'heading: Open points', 'heading: Notes', 'heading: RULES OF THE HOUSE'],
    ],
    [
      'items of a list',
      ['- Keep the port. It is in use.', '* second', '3) third', 'a. fourth'],
      ['item: Keep the port. It is in use.', 'item: second', 'item: third', 'item: fourth'],
    ],
    [
      'an item that goes on',
      ['- keep the port that the old clients of the northern offices use,', '  because they cannot be changed'],
      ['item: keep the port that the old clients of the northern offices use, because they cannot be changed'],
    ],
    ['rows of a table', ['| Name | Port |', '|------|------|', '| web | 8080 |'], ['table: Name | Port', 'table: web | 8080']],
    [
      'code in a fence with its comments',
      ['```ts', 'const port = 8080; // in use', '// Never change the port.', '/* nor the host */', '```'],
      ['code: const port = 8080; // in use', 'comment: Never change the port.', 'comment: nor the host'],
    ],
    ['a comment without a space', ['```', '//TODO remove it', '```'], ['comment: TODO remove it']],
    [
      'lines of a log',
      ['2026-03-01T10:00:00Z ERROR db timeout after 30s', '2026-03-01T10:00:01Z INFO retry 1 of 3'],
      ['log: 2026-03-01T10:00:00Z ERROR db timeout after 30s', 'log: 2026-03-01T10:00:01Z INFO retry 1 of 3'],
    ],
    [
      'what a machine counts',
      ['copied 10 of 40', 'copied 20 of 40', 'copied 30 of 40', 'done'],
      ['log: copied 10 of 40', 'log: copied 20 of 40', 'log: copied 30 of 40', 'prose: done'],
    ],
    [
      'what a machine counts by names',
      ['NOTE: task 10 of 40 (zlib:do_unpack)', 'NOTE: task 20 of 40 (curl:do_patch)', 'NOTE: task 30 of 40 (cairo:do_fetch)', 'done'],
      [
        'log: NOTE: task 10 of 40 (zlib:do_unpack)',
        'log: NOTE: task 20 of 40 (curl:do_patch)',
        'log: NOTE: task 30 of 40 (cairo:do_fetch)',
        'prose: done',
      ],
    ],
    ['no rules, no empty lines', ['One.', '', '---', '***', 'Two.'], ['prose: One.', 'prose: Two.']],
    ['nothing but signs', ['!!! ???', '->', '{'], []],
  ])('%s', (_, lines, units) => {
    expect(told(read(...lines))).toEqual(units);
  });

  test('white space is squashed, in the text as in the places of its tokens', () => {
    const [unit] = read('\tKeep   the \t port\u00a08080  open ');
    expect(unit?.text).toBe('Keep the port 8080 open');
    for (const token of unit!.tokens) expect(unit!.text.slice(token.start, token.start + token.text.length)).toBe(token.text);
  });

  test('a capital at the beginning of a unit says nothing, wherever its line began', () => {
    for (const line of ['- Deploy it', 'a) Deploy it', '  Deploy it']) expect(read(line)[0]?.tokens[0]?.shape).toBe('word');
  });

  test.each(['\n', '\r\n', '\r', '\u2028'])('lines end in %j', (end) => {
    expect(unitsOf([turn(`# Plan${end}- one${end}- two`)]).map(({ text }) => text)).toEqual(['Plan', 'one', 'two']);
  });
});

describe('what is known of a unit', () => {
  test('who says it, in which turn', () => {
    const units = unitsOf([turn('Go.'), turn('Done.', { role: 'assistant', speaker: '', quoted: true })]);
    expect(units).toMatchObject([
      { order: 0, role: 'user', speaker: 'Ana', turn: 0, quoted: false },
      { order: 1, role: 'assistant', speaker: '', turn: 1, quoted: true },
    ]);
  });

  test('lines with a mark of quotation are quoted', () => {
    expect(read('> Never push.', 'I agree.')).toMatchObject([
      { text: 'Never push.', quoted: true },
      { text: 'I agree.', quoted: false },
    ]);
  });

  test('the heading it stands under, until the next one', () => {
    expect(read('# Plan', 'One.', '## Rules', 'Two.').map(({ section }) => section)).toEqual(['Plan', 'Plan', 'Rules', 'Rules']);
  });

  test('the line before a list that introduces it', () => {
    expect(read('# Plan', 'Do not touch:', '- the port', '- the host', '', 'Go on.').map(({ section }) => section)).toEqual([
      'Plan',
      'Plan',
      'Do not touch:',
      'Do not touch:',
      'Plan',
    ]);
  });

  test('sentences of one paragraph share a block, those of the next have another', () => {
    const [one, two, three] = read('One. Two.', '', 'Three.').map(({ block }) => block);
    expect(one).toBe(two);
    expect(two).not.toBe(three);
  });
});

describe('a tick before an item', () => {
  test.each([
    ['- [x] Deploy it', true],
    ['- [X] Deploy it', true],
    ['1. [✓] Deploy it', true],
    ['✅ Deploy it', true],
    ['☑ Deploy it', true],
    ['[x] Deploy it', true],
    ['- [ ] Deploy it', undefined],
    ['- [y] Deploy it', undefined],
    ['- [x', undefined],
    ['- x Deploy it', undefined],
    ['- Deploy [x] it', undefined],
  ])('%s: %s', (line, ticked) => {
    expect(read(line).map((unit) => unit.ticked)).toEqual([ticked]);
  });

  test('holds for each sentence of it, and for no other item', () => {
    const long = `[x] ${'Deploy the service to the second region. '.repeat(4)}`;
    expect(read(`- ${long}`, '- Then go on').map(({ ticked }) => ticked)).toEqual([true, true, true, true, undefined]);
  });
});

describe('fences', () => {
  test('nothing is a heading or an item in one', () => {
    expect(told(read('```', '# remove the cache', 'rm -rf /tmp/cache', '```'))).toEqual([
      'comment: remove the cache',
      'code: rm -rf /tmp/cache',
    ]);
  });

  test('another kind of fence does not close it', () => {
    expect(read('```', 'x = 1', '~~~', 'y = 2', '```', 'Done.').at(-1)).toMatchObject({ text: 'Done.', kind: 'prose' });
  });
});

const LENGTH = 120_000;
test.each([
  ['no spaces', 'x'.repeat(LENGTH)],
  ['lines of one letter', 'a\n'.repeat(LENGTH / 2)],
  ['backticks', '`'.repeat(LENGTH)],
  ['white space in code', `\`\`\`\n// a${' '.repeat(LENGTH)}b`],
  ['white space in a table', `|${' '.repeat(LENGTH)}a|`],
  ['quotation marks', '> '.repeat(LENGTH / 2)],
  ['colons', ':'.repeat(LENGTH)],
  ['stops', '. '.repeat(LENGTH / 2)],
  ['lines with # and one letter', '# a\n'.repeat(LENGTH / 4)],
  ['brackets that stay open', '(a. '.repeat(LENGTH / 4)],
  ['ideographs', '文'.repeat(LENGTH)],
])('%s take no longer than other text', (_, text) => {
  const before = process.cpuUsage();
  unitsOf([turn(text)]);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(3_000);
});
