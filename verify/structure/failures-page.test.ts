import { expect, test } from 'vitest';
import { read, repositoryFiles } from './imports.ts';

/** A row of docs/failures.md: the files that it names and the tests that it quotes. */
type Row = { number: string; names: string[]; files: string[]; titles: string[] };

const files = repositoryFiles('*.ts');
const lines = read('docs/failures.md').split('\n');

const rows = lines.reduce<Row[]>((above, line) => {
  const [, number] = /^\| (\d+) \|/.exec(line) ?? [];
  if (number === undefined) return above;
  const names = [...line.matchAll(/`([\w/.-]+\.ts)`/g)].map(([, name = '']) => name);
  // A file that a row has named may go by its last name, and those of the row before by `same`.
  const named = names.flatMap((name) => files.filter((file) => file === name || (!name.includes('/') && file.endsWith(`/${name}`))));
  const same = /\bsame (tests?|file|table)\b/i.test(line) ? (above.at(-1)?.files ?? []) : [];
  const titles = [...line.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title);
  return [...above, { number, names, files: [...named, ...same], titles }];
}, []);

test('every failure is a row, and shows a test or says that there is none', () => {
  expect(rows.length).toBeGreaterThan(85);
  expect(rows.filter((row) => row.files.length === 0).map(({ number }) => number)).toEqual([]);
});

test('every file that a row names exists', () => {
  const missing = rows.flatMap((row) => row.names.filter((name) => !row.files.some((file) => file.endsWith(name))));
  expect(missing).toEqual([]);
});

test('every test that a row quotes stands in a file that it names', () => {
  const missing = rows.flatMap((row) => {
    const texts = row.files.map((file) => plain(read(file)));
    return row.titles.filter((title) => !texts.some((text) => occursIn(text, title))).map((title) => `${row.number}: ${title}`);
  });
  expect(missing).toEqual([]);
});

/** Whether the parts of `title` stand one after the other in a line of `text`: `…` and what is filled in may be anything. */
function occursIn(text: string, title: string): boolean {
  const parts = plain(title)
    .split(/…|%s|\$\w+/)
    .map((part) => RegExp.escape(part.trim()));
  return new RegExp(parts.join('.*')).test(text);
}

function plain(text: string): string {
  return text.replaceAll('’', "'").replaceAll('\\', '');
}
