import { describe, expect, test } from 'vitest';
import type { Role, Turn } from '../reading.ts';
import { unitsOf } from './units.ts';

const turn = (role: Role, ...lines: readonly string[]): Turn => ({ role, speaker: '', text: lines.join('\n'), quoted: false });
const kinds = (...turns: readonly Turn[]): string[] => unitsOf(turns).map(({ kind, text }) => `${kind}: ${text}`);
const read = (...lines: readonly string[]): string[] => kinds(turn('none', ...lines));

describe('a line with # is a remark', () => {
  test.each<[string, string[], string[]]>([
    ['where it is a sentence', ['# Do not delete the old dump.', '', 'Next.'], ['comment: Do not delete the old dump.', 'prose: Next.']],
    [
      'where it is several',
      ['#### keep the range. Grafana draws the extra points. What about raw?'],
      ['comment: keep the range.', 'comment: Grafana draws the extra points.', 'comment: What about raw?'],
    ],
    [
      'beside another one',
      ['# Nothing goes onto prod-db-1', '# The audit wants a green test by Friday', '', 'Next.'],
      ['comment: Nothing goes onto prod-db-1', 'comment: The audit wants a green test by Friday', 'prose: Next.'],
    ],
    [
      'where there is nothing but such lines',
      ['# Nothing goes onto prod-db-1', '', '# Tried scp, the disk is full'],
      ['comment: Nothing goes onto prod-db-1', 'comment: Tried scp, the disk is full'],
    ],
    [
      'in a file of settings',
      ['replicas: 3', '# never raise this above 4', 'most: 4', 'limits:', '  # Ana keeps this below 600', '  memory: 900'],
      [
        'prose: replicas: 3',
        'comment: never raise this above 4',
        'prose: most: 4',
        'prose: limits:',
        'comment: Ana keeps this below 600',
        'prose: memory: 900',
      ],
    ],
    [
      'in an interpreter',
      [">>> df = load('a.csv')", '>>> # Mara keeps the old rows', '>>> df.shape'],
      ["prose: df = load('a.csv')", 'comment: Mara keeps the old rows', 'prose: df.shape'],
    ],
    [
      'in a terminal, by two prompts',
      ['$ ls', 'a b', '', '# Old files', '', '$ rm a'],
      ['code: $ ls', 'prose: a b', 'comment: Old files', 'code: $ rm a'],
    ],
    [
      'in a terminal, by one prompt that names the host',
      ['root@db1:~# ls', '', '# Old files', '', 'Next.'],
      ['prose: root@db1:~# ls', 'comment: Old files', 'prose: Next.'],
    ],
  ])('%s', (_, lines, expected) => {
    expect(read(...lines)).toEqual(expected);
  });

  test('before and behind the output of a command', () => {
    const shell = turn('tool', 'ana@bkp-02:~$ ls');
    const said = [turn('none', '# Old files', '', 'One.'), shell, turn('none', '# New files', '', 'Two.')];
    expect(kinds(...said).filter((one) => one.endsWith('files'))).toEqual(['comment: Old files', 'comment: New files']);
  });

  test('each stands for itself, but one that was broken', () => {
    expect(read('# ask her.', '# amir says no', '# the disk of the second host is full, so that nothing can be', '# copied there')).toEqual(
      ['comment: ask her.', 'comment: amir says no', 'comment: the disk of the second host is full, so that nothing can be copied there'],
    );
  });

  test('at a prompt also one with a capital behind a long one', () => {
    const long = '# der Shop muss bis Freitag 12 Uhr wieder laufen, das hat Frau Ohm verlangt';
    const said = read('kai@web-3:~$ ls', '', long, '# Auf keinen Fall die Tabelle leeren');
    expect(said.slice(1)).toEqual([long.replace('#', 'comment:'), 'comment: Auf keinen Fall die Tabelle leeren']);
  });

  test('and lists in them are lists', () => {
    const units = unitsOf([turn('none', "# what's left:", '#  1) run the test', '#  2) tell Kaja')]);
    expect(units.map(({ kind, text, section }) => `${kind}: ${text} (${section})`)).toEqual([
      "comment: what's left: ()",
      "item: run the test (what's left:)",
      "item: tell Kaja (what's left:)",
    ]);
  });
});

describe('a line with # is a title', () => {
  test.each<[string, string[]]>([
    ['short', ['# Plan', 'We go on.']],
    ['long', ['# Handover note for the migration of the billing database', '', 'We go on.']],
    ['between lines', ['We stop here.', '# open points', 'We go on.']],
    ['a question', ['# Where does the merge of the two tables run?', '', 'We go on.']],
    ['a day with a stop', ['## Wed 11 June (today).', '', 'We go on.']],
    ['with an abbreviation in brackets', ['# Working file: the origin of "The Garden" (Umf. des Werks 1958/14)', '', 'We go on.']],
    ['above another of a deeper rank', ['# Plan', '## Rules', 'We go on.']],
    ['in a document with commands', ['# Runbook', '', 'root@db1:~# ls', '', '## Then', '', 'We go on.']],
    ['beside a fence with commands', ['# Runbook', '', '```', 'root@db1:~# ls', '```', '', 'We go on.']],
  ])('%s', (_, lines) => {
    const titles = lines.filter((line, i) => line.startsWith('#') && !lines.slice(0, i).includes('```'));
    const found = read(...lines).filter((one) => one.startsWith('heading'));
    expect(found).toEqual(titles.map((line) => `heading: ${line.replace(/^#+ /, '')}`));
  });

  test('where somebody else speaks behind the output of a command', () => {
    const said = [turn('user', 'See:'), turn('tool', 'ana@bkp-02:~$ ls'), turn('assistant', '# Plan', '', 'We go on.')];
    expect(kinds(...said)).toContain('heading: Plan');
  });
});

test('a sentence in bold is no title', () => {
  expect(read('**Do not touch the port.**', '**Open points**')).toEqual(['prose: **Do not touch the port.**', 'heading: Open points']);
});
