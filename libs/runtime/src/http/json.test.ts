import type { ApiError } from '@rest-stop/contracts/errors.ts';
import { limits } from '@rest-stop/contracts/limits.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJson } from './json.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const refusal = (body: Uint8Array): string => {
  try {
    parseJson(body);
  } catch (error) {
    return (error as ApiError).code;
  }
  return 'accepted';
};

describe('parseJson', () => {
  test('gives back every JSON value that a double and UTF-8 can hold', () => {
    fc.assert(
      fc.property(fc.jsonValue({ depthSize: 'small' }), (value) => {
        const text = JSON.stringify(value);
        const code = refusal(bytes(text));
        if (code === 'accepted') expect(parseJson(bytes(text))).toEqual(JSON.parse(text));
        else expect(text).toMatch(/\\u0000|\\ud[89a-f]|__proto__|constructor/);
      }),
    );
  });

  test.each([
    ['bytes that are not UTF-8', new Uint8Array([0x22, 0xff, 0xfe, 0x22])],
    ['an overlong encoding', new Uint8Array([0x22, 0xc0, 0xaf, 0x22])],
    ['a surrogate encoded as UTF-8', new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['an open string', bytes('{"a":"')],
    ['a byte order mark', bytes('\uFEFF{}')],
    ['text after the value', bytes('{} x')],
    ['NaN', bytes('{"a":NaN}')],
  ])('refuses %s as invalid_json', (_name, body) => {
    expect(refusal(body)).toBe('invalid_json');
  });

  test.each([
    ['an escaped NUL', '{"a":"x\\u0000"}'],
    ['an escaped NUL in a key', '{"\\u0000":1}'],
    ['a lone high surrogate', '{"a":"\\ud800"}'],
    ['surrogates in the wrong order', '{"a":"\\udfff\\ud800"}'],
    ['16,000 levels', `${'['.repeat(16_000)}${']'.repeat(16_000)}`],
    ['65 levels', `${'['.repeat(65)}${']'.repeat(65)}`],
    ['an infinite number', '{"a":1e400}'],
    ['an integer of 20 digits', '{"a":12345678901234567890}'],
    ['a prototype key', '{"a":{"__proto__":{"polluted":true}}}'],
    ['a constructor prototype', '{"constructor":{"prototype":{"polluted":true}}}'],
  ])('refuses %s as invalid_request', (_name, text) => {
    expect(refusal(bytes(text))).toBe('invalid_request');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test.each([
    ['64 levels', `${'['.repeat(64)}${']'.repeat(64)}`],
    ['a brace inside a string', `"${'['.repeat(100)}"`],
    ['an escaped backslash before a quote', '{"a":"\\\\","b":"\\""}'],
    ['numbers in other spellings', '[1.0, 1.50e1, 0.1, 1E3, -0, 9007199254740991, 1e-7]'],
    ['an astral character by escape', '"\\ud83d\\ude00"'],
    ['the text of an escape', '"\\\\u0000"'],
  ])('accepts %s', (_name, text) => {
    expect(parseJson(bytes(text))).toEqual(JSON.parse(text));
  });

  test('of members with the same name the last one counts, however their names are spelled', () => {
    expect(parseJson(bytes('{"a":1,"a":{"b":2},"a":3}'))).toEqual({ a: 3 });
    expect(parseJson(bytes('{"a":{"b":1},"\\u0061":{"c":2,"c":[]}}'))).toEqual({ a: { c: [] } });
  });

  test.each([
    ['NUL', '{"a":"\\u0000","a":"x"}'],
    ['a number that no double holds', '{"a":1e400,"a":1}'],
    ['65 levels', `{"a":${'['.repeat(64)}${']'.repeat(64)},"a":1}`],
  ])('a later member of the same name does not hide %s', (_name, text) => {
    expect(refusal(bytes(text))).toBe('invalid_request');
  });

  test('a prototype key hidden by a later member of the same name pollutes nothing', () => {
    expect(parseJson(bytes('{"a":{"__proto__":{"polluted":true}},"a":1}'))).toEqual({ a: 1 });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  describe('bounds the members of objects and the elements of lists', () => {
    const filled = (unit: string, bytes: number) => unit.repeat(Math.floor(bytes / unit.length)).slice(0, -1);
    const bytesOf = limits.memoryValueBytes;

    test.each([
      ['numbers', `[${filled('1,', bytesOf)}]`],
      ['empty lists', `[${filled('[],', bytesOf)}]`],
      ['empty objects with spaces', `[${filled('{ },', (bytesOf / 3) * 4)}]`],
      ['lists of one', `[${filled('[1],', bytesOf)}]`],
      ['lists in lists', `[${filled(`${'['.repeat(60)}${']'.repeat(60)},`, bytesOf)}]`],
      ['members', `{${filled('"":1,', bytesOf)}}`],
    ])('every memory of 32 KB passes: %s', (_name, value) => {
      expect(refusal(bytes(`{"key":"k","value":${value}}`))).toBe('accepted');
    });

    test.each([
      ['members', `{${filled('"a":1,', 150_000)}}`],
      ['elements', `[${filled('1,', 60_000)}]`],
      ['empty lists', `[${filled('[],', 60_000)}]`],
      ['commas alone, which are no JSON', ','.repeat(60_000)],
    ])('more are too large: %s', (_name, text) => {
      expect(refusal(bytes(text))).toBe('value_too_large');
    });

    test('commas and brackets in strings are none', () => {
      expect(refusal(bytes(JSON.stringify({ content: '[{,"\\'.repeat(50_000) })))).toBe('accepted');
    });

    test('the bound can be lower', () => {
      expect(parseJson(bytes('[1,2,3]'), 3)).toEqual([1, 2, 3]);
      expect(() => parseJson(bytes('[1,2,3,4]'), 3)).toThrow(/more than 3 members and elements\. Send long data as one string/);
    });
  });
});
