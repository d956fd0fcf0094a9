import { isStructured, structuredResults, type Target, targets } from '@rest-stop/contracts/defrag.ts';
import { limits } from '@rest-stop/contracts/limits.ts';
import { codePoints } from '@rest-stop/contracts/text.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { read } from '../src/index.ts';
import { everyTargetOf, inEveryTarget, plain, type Results, sentencesOf, squashed, stringsOf, withoutStop } from './results.ts';

const BLANK = /^\s*$/u;
const PROSE: readonly Target[] = ['summary', 'bullets', 'tldr'];

// ---- texts -------------------------------------------------------------------------------------------------------------------

const anyUnit = fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit));
/** Letters, signs and white space of many scripts, control characters and lone surrogates. */
const anySign = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 6 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ' ',
      '\n',
      '\t',
      '\r\n',
      '. ',
      '! ',
      ': ',
      '…',
      '"',
      '`',
      '- ',
      '\u2028',
      '\u00a0',
      '\ufeff',
      '\0',
      '\u0007',
    ),
  },
  { weight: 1, arbitrary: anyUnit },
);
const anyText = fc.array(anySign, { minLength: 1, maxLength: 80 }).map((signs) => signs.join(''));

const words = fc.constantFrom(
  ...'the build server must never deploy do not before Friday we decided because it failed please open file done TODO limit 40 ms'.split(
    ' ',
  ),
  ...'nicht bis weil darf keine müssen jamais avant vendredi nunca porque 数据库 不要 删除 締め切り لا قبل не удалять'.split(' '),
  ...'src/app/main.ts https://example.org/a?b=c#d v2.3.1 `flag` BUG-114 user@example.org 10.0.0.1 12:30 2026-03-01 café naïve 🙂'.split(
    ' ',
  ),
  'x'.repeat(90),
);
const phrase = fc.array(words, { minLength: 1, maxLength: 14 }).map((some) => some.join(' '));
const sentence = fc.tuple(phrase, fc.constantFrom('.', '!', '?', '…', '。', ':', ';', '')).map(([text, stop]) => text + stop);

/** Lines as they stand in working contexts. */
const line = fc.oneof(
  { weight: 5, arbitrary: sentence },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom('User', 'Agent', 'ana', '[10:02] Ben', 'Tool', 'assistant', '> Rosa'), sentence)
      .map((said) => said.join(': ')),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('- ', '* ', '1. ', '2) ', '  - [ ] ', '> ', '>> ', '# ', '## ', '// ', '• '), sentence)
      .map((item) => item.join('')),
  },
  { weight: 1, arbitrary: fc.tuple(phrase, phrase, phrase).map((cells) => `| ${cells.join(' | ')} |`) },
  { weight: 1, arbitrary: sentence.map((text) => `2026-03-01T04:12:09.113Z WARN [worker-3] ${text}`) },
  { weight: 1, arbitrary: sentence.map((text) => JSON.stringify({ role: 'user', content: text })) },
  { weight: 1, arbitrary: phrase.map((text) => `    at ${text.replaceAll(' ', '.')} (/srv/app/a.js:1:2)`) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '',
      '```',
      '~~~',
      '```ts',
      '---',
      '=====',
      '<user>',
      '</user>',
      '{',
      '}',
      '[',
      'From: a@b.example',
      'Subject: keys',
      '$ make test',
    ),
  },
  { weight: 1, arbitrary: anyText },
);
const plausible = fc.array(line, { minLength: 1, maxLength: 25 }).map((lines) => lines.join('\n'));
const messages = fc
  .array(
    fc.record({
      role: fc.constantFrom('user', 'assistant', 'tool', 'system'),
      content: fc.array(line, { maxLength: 6 }).map((lines) => lines.join('\n')),
    }),
    {
      minLength: 1,
      maxLength: 8,
    },
  )
  .map((all) => JSON.stringify(all, null, all.length % 3));
const long = fc
  .tuple(fc.oneof(plausible, anyText), fc.integer({ min: 1_000, max: 6_000 }))
  .map(([text, length]) => text.repeat(1 + length / text.length).slice(0, length));

const texts = fc
  .oneof(
    { weight: 4, arbitrary: anyText },
    { weight: 8, arbitrary: plausible },
    { weight: 2, arbitrary: messages },
    { weight: 1, arbitrary: long },
  )
  .filter((text) => !BLANK.test(text));

async function holdsForAll(
  arbitrary: fc.Arbitrary<string>,
  numRuns: number,
  check: (text: string, results: Results) => void | Promise<void>,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(arbitrary, async (text) => check(text, await inEveryTarget(text))),
    { numRuns },
  );
}

// ---- what holds for each ------------------------------------------------------------------------------------------------------

/** A text as results may quote it: raw and with escapes decoded, as it stands and without the marks at both ends of its lines. */
function pagesOf(text: string): string {
  const bare = (page: string): string => page.replace(/^[\s>#/*|•-]+|[\s|*#/-]+$/gmu, ' ');
  const wellFormed = text.toWellFormed();
  const decoded = wellFormed.replace(/\\[nrt]/g, '\n').replace(/\\(["\\/])/g, '$1');
  const versions = [wellFormed, decoded, bare(wellFormed), bare(decoded)];
  const lines = versions.flatMap((page) => page.split(/[\r\n\u2028\u2029"|]+/).map(squashed));
  return [...versions.map(squashed), plain(wellFormed), ...lines, ''].join('\n');
}

const MASK = /\[credential: [^\]]{1,40}\]/;

/** Whether a sentence of a result is made of nothing but what stands in the text: one piece of it, or whole lines behind one another. */
function standsIn(pages: string, sentence: string): boolean {
  const pieces = sentence.split(MASK).map((piece) => piece.replace(/^…+|…+$/gu, '').trim());
  return pieces.every((piece) => pages.includes(piece) || joinedIn(pages, withoutStop(piece)));
}

/** Whether a piece is one of the text, or several lines of it that are set behind one another. */
function joinedIn(pages: string, piece: string, joints = 6): boolean {
  if (pages.includes(piece)) return true;
  for (let end = piece.lastIndexOf(' '); end > 0 && joints > 0; end = piece.lastIndexOf(' ', end - 1)) {
    const left = piece.slice(0, end);
    const lastWord = left.slice(left.lastIndexOf(' ') + 1);
    if (pages.includes(`${lastWord}\n`) && pages.includes(left) && joinedIn(pages, piece.slice(end + 1), joints - 1)) return true;
  }
  return false;
}

/** Whether a string holds a sign of the text, its own marks aside. */
function tellsOf(text: string, said: string): boolean {
  const bare = said.replace(/^- /gm, '');
  const signs = text.includes('…') ? bare : bare.replaceAll('…', '');
  const page = text.toWellFormed();
  return Array.from(signs).some((sign) => !BLANK.test(sign) && page.includes(sign)) || MASK.test(said);
}

describe('for every text and target', () => {
  test('a success carries something of the input', async () => {
    const legal = texts.filter((text) => codePoints(text) >= limits.defragMinChars);
    await holdsForAll(legal, 150, (text, results) => {
      for (const target of [...PROSE, 'handoff', 'state'] as const) {
        expect(
          stringsOf(results.get(target)).some((said) => tellsOf(text, said)),
          target,
        ).toBe(true);
      }
      for (const target of targets) for (const said of stringsOf(results.get(target))) expect(said, target).not.toMatch(BLANK);
    });
  });

  test('prose is never longer than the input', async () => {
    await holdsForAll(
      texts.filter((text) => codePoints(text) >= limits.defragMinChars),
      150,
      (text, results) => {
        for (const target of PROSE) expect(codePoints(results.get(target) as string), target).toBeLessThanOrEqual(codePoints(text));
      },
    );
  });

  test('each sentence of a result stands in the input', async () => {
    await holdsForAll(texts, 200, (text, results) => {
      const pages = pagesOf(text);
      for (const [target, result] of results) {
        const changed = sentencesOf(result).filter((one) => !standsIn(pages, one));
        expect(changed, target).toEqual([]);
      }
    });
  });

  test('what is negated stays negated', async () => {
    const pieces = [
      ['You must never move the ', ' to the new rack.'],
      ['Do not delete ', ' before the backup is checked.'],
      ['Keep ', ' off by default, nobody but Ines may switch it on.'],
      ['', ' is not the cause; the cache is.'],
      ['We decided against ', ' because it costs too much.'],
      ['Den Ordner ', ' darf niemand außer Frau Seidel leeren.'],
      ['N’utilisez jamais ', ' pour les factures.'],
      ['Please restart ', ' unless the queue is still full.'],
    ] as const;
    const said = fc.array(fc.tuple(fc.constantFrom(...pieces), fc.option(line, { nil: '' })), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(said, async (all) => {
        const rules = all.map(([[before, behind]], i) => ({ key: `thing${i}q`, whole: `${before}thing${i}q${behind}` }));
        const text = all.map(([, other], i) => `${rules[i]!.whole}\n${other.replaceAll(/[`~{[<]/g, '')}`).join('\n');
        for (const [target, result] of await inEveryTarget(text)) {
          const strings = stringsOf(result).map(squashed);
          for (const { key, whole } of rules) {
            const turned = strings.filter((one) => one.includes(key) && !one.includes(whole) && !visiblyCut(one, key, whole));
            expect(turned, target).toEqual([]);
          }
        }
      }),
      { numRuns: 80 },
    );
  });

  test('the same text gives the same result, also after another', async () => {
    await fc.assert(
      fc.asyncProperty(texts, texts, async (text, other) => {
        const first = await inEveryTarget(text);
        await inEveryTarget(other);
        expect(await inEveryTarget(text)).toEqual(first);
      }),
      { numRuns: 60 },
    );
  });

  test('a result has the shape of its target', async () => {
    await holdsForAll(texts, 150, (_, results) => {
      for (const [target, result] of results) {
        if (isStructured(target)) expect(structuredResults[target].safeParse(result), target).toMatchObject({ success: true });
        else expect(result, target).toBeTypeOf('string');
      }
      const tldr = results.get('tldr') as string;
      expect(tldr.split(/\s+/).length).toBeLessThanOrEqual(limits.tldrWords);
      expect(tldr).not.toMatch(/[\r\n\u2028\u2029]/);
      for (const bullet of (results.get('bullets') as string).split('\n')) expect(bullet).toMatch(/^- \S/);
    });
  });

  test('nothing throws and every string is well-formed', async () => {
    const anything = fc.array(fc.oneof(anyUnit, anySign), { minLength: 1, maxLength: 60 }).map((units) => units.join(''));
    await holdsForAll(fc.oneof(anything, texts), 200, (_, results) => {
      for (const [target, result] of results) for (const said of stringsOf(result)) expect(said.isWellFormed(), target).toBe(true);
    });
  });
});

/** Whether what a string says of `key` is a part of `whole` that "…" marks at the side where it is cut. */
function visiblyCut(said: string, key: string, whole: string): boolean {
  const at = said.indexOf(key);
  if (said.startsWith('- ')) return visiblyCut(said.slice(2), key, whole);
  const cutBefore = said.lastIndexOf('…', at);
  const cutBehind = said.indexOf('…', at);
  const part = said.slice(Math.max(0, cutBefore + 1), cutBehind < 0 ? undefined : cutBehind).trim();
  return (
    (cutBehind >= 0 && whole.startsWith(part)) ||
    (cutBefore >= 0 && whole.endsWith(part)) ||
    (cutBefore >= 0 && cutBehind >= 0 && whole.includes(part))
  );
}

// ---- hostile texts of the largest size ----------------------------------------------------------------------------------------

const MOST = limits.defragMaxChars;

function filled(piece: string): string {
  return piece.repeat(Math.ceil(MOST / piece.length)).slice(0, MOST);
}

/** The same 120,000 characters in every run, drawn from `signs`. */
function drawn(signs: string): string {
  const all = Array.from(signs);
  let state = 20_261_122;
  const out: string[] = [];
  for (let i = 0; i < MOST / 2; i++) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    out.push(all[state % all.length]!);
  }
  return out.join('').slice(0, MOST);
}

const nested = `${'{"a":['.repeat(16_000)}"Keep the old keys."${']}'.repeat(10_000)}`;
const closed = `${'['.repeat(16_000)}"Keep the old keys."${']'.repeat(16_000)}`;

const hostile: Record<string, string> = {
  'one letter': filled('a'),
  'one digit': filled('7'),
  'one full stop': filled('.'),
  'one quotation mark': filled('"'),
  'one backtick': filled('`'),
  'one backslash': filled('\\'),
  'one ellipsis': filled('…'),
  'one emoji': '🙂'.repeat(MOST),
  'lone surrogates': filled('\ud83d'),
  'control characters': filled('\u0001\u0002\u0007'),
  labels: filled('a: '),
  'labels on lines': filled('a: b\n'),
  'brackets that open': filled('('),
  'square brackets': filled('[]'),
  tags: filled('<a>'),
  'tags that open': filled('<user>'),
  quotations: filled('> '),
  bullets: filled('- '),
  stars: filled('*a* '),
  'table signs': filled('| '),
  slashes: filled('a/'),
  'dots between letters': filled('a.'),
  'at signs': filled('a@'),
  'equals signs': filled('password='),
  'colons and slashes': filled('http://'),
  'user parts of URLs': filled('a:b@'),
  'key prefixes': filled('ghp_'),
  'web token parts': filled('eyJ.'),
  'private keys that begin': filled('-----BEGIN PRIVATE KEY-----\n'),
  times: filled('10:10:'),
  dates: filled('1/1/'),
  months: filled('May 1 '),
  'spaces between two words': `Ship${' '.repeat(MOST - 9)}it.`,
  'line ends': `Ship it${'\n'.repeat(MOST - 20)}by Friday.`,
  'nested JSON, not closed': nested.slice(0, MOST),
  'nested JSON, closed': closed,
  'JSON text in JSON text': Array.from({ length: 12 })
    .reduce<string>((inner) => JSON.stringify({ content: inner }), 'Keep the old keys.')
    .slice(0, MOST),
  'no space at all': drawn('abcdefghijklmnopqrstuvwxyz0123456789._-/'),
  'CJK without a space': drawn('数据库不要删除在周五之前我们决定因为失败了请打开文件完成'),
  'signs only': drawn('.,:;!?…-–—()[]{}<>"\'`*_#|/\\=+~^'),
  '20,000 short lines': Array.from({ length: 20_000 }, (_, i) => `l${i % 97} x`)
    .join('\n')
    .slice(0, MOST),
  '20,000 lines of one letter': filled('a\n\n').slice(0, 60_000),
  'one sentence 2,000 times': 'Never deploy to the old rack before Friday, because it failed. '.repeat(2_000).slice(0, MOST),
  'sentences that differ in a number': Array.from(
    { length: 1_500 },
    (_, i) => `Rule ${i}: never open valve ${i} before step ${i + 1} is done.`,
  )
    .join('\n')
    .slice(0, MOST),
  'sentences that take one another back': Array.from(
    { length: 1_200 },
    (_, i) => `The limit is ${i} now, forget the limit of ${i - 1}, that is lifted.`,
  )
    .join('\n')
    .slice(0, MOST),
  'speakers who change with each line': Array.from({ length: 5_000 }, (_, i) => `p${i}: do not stop x${i}`)
    .join('\n')
    .slice(0, MOST),
};

describe('120,000 characters of one kind end soon, with no more work than they have characters', () => {
  test.each(Object.entries(hostile))('%s', async (_, text) => {
    const reading = await read(text);
    const characters = reading.units.reduce((sum, unit) => sum + unit.text.length, 0);
    const tokens = reading.units.reduce((sum, unit) => sum + unit.tokens.length, 0);
    expect(characters).toBeLessThanOrEqual(1.1 * text.length + 100);
    expect(tokens).toBeLessThanOrEqual(characters);
    const results = everyTargetOf(reading);
    for (const target of PROSE) expect(codePoints(results.get(target) as string), target).toBeLessThanOrEqual(codePoints(text));
    for (const target of [...PROSE, 'handoff', 'state'] as const) {
      expect(
        stringsOf(results.get(target)).some((said) => tellsOf(text, said)),
        target,
      ).toBe(true);
    }
  });
});
