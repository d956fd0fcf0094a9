import { type Compressed, isStructured, resultText, type Target, targets } from '@rest-stop/contracts/defrag.ts';
import { limits } from '@rest-stop/contracts/limits.ts';
import { codePoints } from '@rest-stop/contracts/text.ts';
import { describe, expect, test } from 'vitest';
import { compress, type Reading, read } from '../src/index.ts';
import { contexts } from './contexts.ts';
import { stringsOf } from './results.ts';

const spaces = [limits.defragResultMinChars, 300, 500, 1_000, 2_000, 4_000, limits.defragResultMaxChars];

/** A session of an agent in a terminal, with requests, a plan, quoted code, and what tools print. */
function session(turns: number): string {
  const turn = (
    n: number,
  ) => `#### Please move handler ${n} of "orders/api-${n}.ts" to the new router, but ask me before you change its \\paths\\.

I read \`src/orders/api-${n}.ts\` (${n * 37} lines). The handler "create${n}" locks table order_${n} for ${n * 3} ms.
I decided to keep the lock, because replica pg-${n} is behind by ${n * 11} rows.
- [ ] write migration 00${n}_orders.sql
- [x] measured p99 of route /orders/${n}: ${n * 7} ms

\`\`\`ts
router.post("/orders/${n}", async (request) => create${n}(request.body, { "retry": ${n} }));
\`\`\`
The first try failed with E${1000 + n}: "deadlock on\\torder_${n}". We must never run it on shard ${n} before Friday.

> Applied edit to src/orders/api-${n}.ts
`;
  return `# aider chat started at 2026-02-01 10:00:00\n\n${Array.from({ length: turns }, (_, i) => turn(i + 1)).join('\n')}`;
}

const ledger = `# aider chat started at 2026-02-01 10:00:00

#### Remember these settings of the fleet.

${Array.from({ length: 900 }, (_, i) => `server-${i}.port=${4000 + i * 7}, server-${i}.zone=eu-${i % 9}${i}, server-${i}.owner=team-${i * 13}`).join('\n')}

#### Which port has server-17?
`;
const oneLine = `${'x'.repeat(9_000)} ${'y'.repeat(9_000)}`;
const longSentences = Array.from(
  { length: 40 },
  (_, i) => `User: We must not ${Array.from({ length: 120 }, (_, n) => `touch part-${i}-${n}`).join(' and ')}.`,
).join('\n');
const japanese = Array.from(
  { length: 400 },
  (_, i) => `サーバー${i}を再起動しないでください。期限は${(i % 28) + 1}日です。次はテスト${i}を書いてください。`,
).join('');
const quotes = '"'.repeat(190);

const texts: readonly (readonly [string, string])[] = [
  ...contexts.map(({ name, text }) => [name, text] as const),
  ['a short session', session(1)],
  ['a session', session(8)],
  ['a long session', session(120)],
  ['a ledger', ledger],
  ['two endless words', oneLine],
  ['long sentences', longSentences],
  ['Japanese', japanese],
  ['signs between spaces', '- -> | = + '.repeat(3_000)],
  ['sixty words without spaces between them', japanese.slice(0, 400)],
  ['a text of 200 characters', `User: ${'Never "delete" the\ttable of Ines; do "not". '.repeat(6)}`.slice(0, 200)],
  ['quotation marks', quotes],
];

const length = (result: Compressed): number => codePoints(resultText(result));
const said = (result: Compressed): number => stringsOf(result).reduce((sum, text) => sum + codePoints(text), 0);
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
/** The words of a text, however they are counted. */
const wordsIn = (text: string): number =>
  Math.max(text.trim().split(/\s+/).length, [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).length);
const readings = new Map<string, Promise<Reading>>();
const readingOf = (text: string) => readings.get(text) ?? readings.set(text, read(text)).get(text)!;

describe.each(texts)('%s', (_, text) => {
  test.each(spaces)('in %i characters: no target takes more, nor more than the text has', async (maxChars) => {
    const reading = await readingOf(text);
    for (const target of targets) {
      const result = compress(reading, target, { maxChars });
      expect([target, length(result) <= maxChars, length(result)]).toEqual([target, true, length(result)]);
      expect([target, said(result) <= codePoints(text), said(result)]).toEqual([target, true, said(result)]);
      if (!isStructured(target)) expect([target, resultText(result).trim()]).not.toEqual([target, '']);
      if (target === 'tldr') expect(wordsIn(resultText(result))).toBeLessThanOrEqual(limits.tldrWords);
    }
  });

  test('without a limit no result is longer than the text', async () => {
    const reading = await readingOf(text);
    for (const target of targets) {
      const result = compress(reading, target);
      expect([target, said(result) <= codePoints(text), said(result)]).toEqual([target, true, said(result)]);
      if (!isStructured(target)) expect([target, resultText(result).trim()]).not.toEqual([target, '']);
      if (target === 'tldr') expect(wordsIn(resultText(result))).toBeLessThanOrEqual(limits.tldrWords);
    }
  });
});

const wide: readonly Target[] = ['summary', 'bullets', 'handoff'];

describe('more space is used', () => {
  test.each(wide)('%s', async (target) => {
    const reading = await readingOf(session(120));
    const used = [200, 500, 1_000, 2_000, 4_000, 8_000].map((maxChars) => length(compress(reading, target, { maxChars })) / maxChars);
    expect(Math.min(...used)).toBeGreaterThan(0.5);
  });
});
