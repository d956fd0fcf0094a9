import { compress, read, verify } from '@rest-stop/compress';
import { parseJson } from '@rest-stop/runtime/http/json.ts';
import { describe, expect, test } from 'vitest';
import { endpointsAt } from '@rest-stop/gateway/endpoints.ts';
import { checkMediaType } from '@rest-stop/gateway/proxy/body.ts';
import { outOfProportion, repeated, type Work } from './growth.ts';

const attempt = (work: () => unknown) => {
  try {
    return work();
  } catch {
    return undefined;
  }
};

const json = (name: string, make: (n: number) => string): Work => ({
  name,
  make,
  run: (text) => attempt(() => parseJson(new TextEncoder().encode(text))),
});

/** Bodies in which something repeats that a scanner may look at more than once. */
const bodies = [
  json('zeros inside a fraction', (n) => `[0.1${repeated('0', n)}1]`),
  json('zeros inside a whole number', (n) => `[1${repeated('0', n)}1]`),
  json('a number without an end', (n) => `[${repeated('9', n)}`),
  json('points', (n) => `[${repeated('1.', n)}]`),
  json('signs', (n) => repeated('-', n)),
  json('short numbers', (n) => `[${repeated('1,', n)}1]`),
  json('numbers with exponents', (n) => `[${repeated('1e1,', n)}1]`),
  json('backslashes', (n) => `["${repeated('\\\\', n)}"]`),
  json('backslashes without an end', (n) => `["${repeated('\\', n)}`),
  json('escaped quotes', (n) => `["${repeated('\\"', n)}"]`),
  json('escaped letters', (n) => `["${repeated('\\u0041', 6 * Math.floor(n / 6))}"]`),
  json('strings', (n) => `[${repeated('"\\u0041",', 9 * Math.floor(n / 9))}""]`),
  json('pairs of brackets', (n) => `[${repeated('[],', 3 * Math.floor(n / 3))}[]]`),
  json('members of one name', (n) => `{${repeated('"a":1,', 6 * Math.floor(n / 6))}"a":1}`),
];

const units =
  'word |( |[{( |abcdefghij|👩‍👩‍👧‍👦|Z̸̡̧̛̼̺a̵͔͝ | |\n|\r\n|\t|\u00a0| \n|1234567890|.|-|/a.b|"|`|*|a: |::|?!|~|…|https://a.b/c?d=e&f=|user: a\n|never |字|不要重启。|<a>|- a\n|---\n|\u0301|{"a":'.split(
    '|',
  );

/** Texts of one thing only, after a speaker: no sentence, no space, no end. */
const contexts: Work[] = [...units, '|'].map((unit) => ({
  name: JSON.stringify(unit),
  make: (n) => `User: x${repeated(unit, n)}y.`,
  run: async (text) => {
    const reading = await read(text);
    return verify(reading, compress(reading, 'handoff'));
  },
}));

const requests: Work[] = ['a', 'a/', '%41', '%', '.', '..%2f', ':', '//'].map((unit) => ({
  name: `the path of ${unit}`,
  make: (n) => `/v1/memories/${repeated(unit, n)}?`,
  run: (path) => endpointsAt(path),
}));
requests.push({
  name: 'the media type',
  make: (n) => `application/json${repeated(' \t', n)};`,
  run: (type) => attempt(() => checkMediaType({ 'content-type': type })),
});

describe('the work on a text grows in proportion to it', () => {
  test('parsing a body', async () => expect(await outOfProportion(bodies, 150_000)).toEqual([]), 60_000);
  test('compressing a context and judging the result', async () => expect(await outOfProportion(contexts, 6_000)).toEqual([]), 120_000);
  test('finding the endpoint of a path', async () => expect(await outOfProportion(requests, 20_000)).toEqual([]), 60_000);
});

test('patterns that look at the same text again and again are seen', async () => {
  const zeros = (n: number) => `1${repeated('0', n)}1`;
  const lines = (n: number) => repeated('\n', n);
  const found = await outOfProportion(
    [
      { name: 'trailing zeros', make: zeros, run: (text) => text.replace(/0+$/, '') },
      { name: 'blank lines', make: lines, run: (text) => text.match(/^\s*x:/gm) },
    ],
    2_500,
  );
  expect(found).toHaveLength(2);
});
