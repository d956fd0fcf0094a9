import { describe, expect, test } from 'vitest';
import { type LineKind, lineKinds } from './line-kinds.ts';
import { tokenise } from '../tokens/tokens.ts';

const kindsOf = (lines: readonly string[], fenced = false): LineKind[] =>
  lineKinds(
    lines.map(tokenise),
    lines.map(() => fenced),
  );

describe('a line by itself', () => {
  test.each<[LineKind, string]>([
    ['prose', 'Please fix the build before Friday, and never push to main without a review.'],
    ['prose', 'Wir haben uns für Redis entschieden, weil der Cache geteilt werden muss.'],
    ['prose', 'Il ne faut pas toucher au port 8080.'],
    ['prose', '会議は金曜日に行います。'],
    ['prose', '- [ ] update the docs in docs/api.md'],
    ['log', '2026-03-01T10:00:00Z ERROR db connection refused host=db-1 port=5432'],
    ['log', '[2026-03-01 10:00:00] INFO worker 3 started'],
    ['log', '    at Object.run (/app/src/main.js:10:5)'],
    ['code', 'const port = process.env.PORT ?? 8080;'],
    ['code', '        for (const row of rows) total += row.amount;'],
    ['table', '| web | 8080 | open |'],
  ])('%s: %s', (kind, line) => {
    expect(kindsOf([line])).toEqual([kind]);
  });
});

test('a fence says much for code', () => {
  expect(kindsOf(['build:', 'run tests'], true)).toEqual(['code', 'code']);
});

test('neighbours count a little', () => {
  const log = '2026-03-01T10:00:00Z ERROR db connection refused host=db-1';
  const line = 'INFO started';
  const alone = kindsOf(['We saw this yesterday, and it worked again later.', line, 'Nobody knows why that happened.']);
  expect([alone[1], kindsOf([log, line, log])[1]]).toEqual(['prose', 'log']);
});

test('no lines, no kinds', () => {
  expect(lineKinds([], [])).toEqual([]);
});
