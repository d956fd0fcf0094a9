import { describe, expect, test } from 'vitest';
import { firstHidden, withoutHidden } from './hidden.ts';

const between = (code: number) => `a${String.fromCodePoint(code)}b`;
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

const table: [what: string, codes: number[]][] = [
  ['a control character', [...range(0, 8), ...range(0x0b, 0x1f), ...range(0x7f, 0x9f)]],
  ['a character that changes the direction of text', [0x061c, 0x200e, 0x200f, ...range(0x202a, 0x202e), ...range(0x2066, 0x2069)]],
  ['a tag character', range(0xe0000, 0xe007f)],
  [
    'an invisible character',
    [0xad, 0x034f, 0x115f, 0x1160, 0x17b4, 0x180e, 0x200b, 0x2028, 0x2029, ...range(0x2060, 0x2065), ...range(0x206a, 0x206f)].concat([
      0x3164,
      0xfeff,
      0xffa0,
      0xfff9,
      0xfffa,
      0xfffb,
      ...range(0x1d173, 0x1d17a),
      ...range(0xe0080, 0xe01ef),
      0xe0fff,
    ]),
  ],
];

describe.each(table)('%s', (what, codes) => {
  test('is found where it stands, and taken out', () => {
    for (const code of codes) {
      expect([code, firstHidden(`🐚${between(code)}`)]).toEqual([code, { what, at: 2 }]);
      expect([code, withoutHidden(between(code))]).toEqual([code, 'ab']);
    }
  });
});

test('no other character is hidden, by itself between two letters', () => {
  const listed = new Set(table.flatMap(([, codes]) => codes));
  const found: number[] = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    if (firstHidden(between(code)) !== undefined && !listed.has(code)) found.push(code);
  }
  // Drawn as nothing by the standard, and not in the table because most of them mean nothing yet.
  const unassigned = (code: number) =>
    [0x17b5, 0x1bca0, 0x1bca1, 0x1bca2, 0x1bca3].includes(code) ||
    (code >= 0xfff0 && code <= 0xfff8) ||
    (code >= 0xe01f0 && code <= 0xe0fff);
  expect(found.filter((code) => !unassigned(code))).toEqual([]);
});

test.each([
  ['Persian with a zero-width non-joiner', 'می‌خواهم'],
  ['Sinhala with a zero-width joiner', 'ශ්‍රී ලංකා'],
  ['a family', '👨‍👩‍👧‍👦'],
  ['a heart on fire', '❤️‍🔥'],
  ['a rainbow flag', '🏳️‍🌈'],
  ['a keycap', '1️⃣'],
  ['the flag of England', '\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}'],
  ['the flag of Scotland', '\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}'],
  ['the flag of Wales', '\u{1F3F4}\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}'],
  ['a name with an ideographic variation', '葛\u{E0100}城'],
  ['Mongolian', 'ᠠ\u180Bᠭ'],
  ['Hebrew and Arabic', 'שלום مرحبا'],
  ['several lines', 'one\r\n\ttwo\n'],
])('%s is left alone', (_, text) => {
  expect(firstHidden(text)).toBeUndefined();
  expect(withoutHidden(text)).toBe(text);
});

test.each([
  ['ASCII in tags behind a flag that there is not', '\u{1F3F4}\u{E0068}\u{E0069}\u{E007F}', '\u{1F3F4}'],
  ['bits in joiners', 'a\u200C\u200D\u200D\u200Cb', 'a\u200Cb'],
  ['bytes in variation selectors', '😀\uFE00\uFE01\uFE0F', '😀\uFE00'],
  ['bytes in supplementary variation selectors', '😀\u{E0100}\u{E0142}', '😀'],
  ['a terminal command', 'a\u001b]52;c;cm0gLXJm\u0007b', 'a]52;c;cm0gLXJmb'],
  ['a line that is written over', 'safe\rrm -rf', 'saferm -rf'],
])('%s: found and taken out', (_, text, left) => {
  expect(firstHidden(text)).toBeDefined();
  expect(withoutHidden(text)).toBe(left);
});

test('a text of one line holds no line break and no tab', () => {
  expect(['a\nb', 'a\tb', 'a\r\nb'].map((text) => firstHidden(text, true))).toEqual(
    Array.from({ length: 3 }, () => ({ what: 'a control character', at: 1 })),
  );
  expect(firstHidden('a\nb\0')).toEqual({ what: 'a control character', at: 3 });
});
