import fc, { type Arbitrary } from 'fast-check';
import { type JsonSchema, valuesOf } from './schema.ts';
import { canary, mutated } from './values.ts';

/** Request bodies for `schema`: what meets it, what nearly does, and what is no JSON at all. */
export function bodiesFor(schema: JsonSchema): Arbitrary<Buffer> {
  const valid = valuesOf(schema);
  const changed = valid.chain((value) => mutated(value));
  return fc.oneof(
    { weight: 4, arbitrary: valid.map(encoded) },
    { weight: 2, arbitrary: valid.map(escaped) },
    { weight: 6, arbitrary: changed.map(encoded) },
    { weight: 2, arbitrary: changed.chain((value) => mutated(value)).map(encoded) },
    { weight: 3, arbitrary: valid.chain((value) => broken(JSON.stringify(value))) },
    { weight: 1, arbitrary: fc.constantFrom(...nonsense) },
  );
}

/** `undefined`, which is what dropping the root leaves, is an empty body. */
function encoded(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value) ?? '');
}

/** The same JSON in its longest spelling. */
function escaped(value: unknown): Buffer {
  const text = JSON.stringify(value);
  return Buffer.from(text.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`));
}

const inserts = [
  Buffer.from([0xff, 0xfe]),
  Buffer.from([0xc0, 0xaf]),
  Buffer.from([0xed, 0xa0, 0x80]),
  Buffer.from([0xf4, 0x90, 0x80, 0x80]),
  Buffer.from([0x00]),
  ...['\ufeff', '\\u0000', '\\ud800', '\\x', ',', '}', '"', "'", '/*c*/', '1e400', '-', '00', 'NaN', '12345678901234567890', '\u00a0'].map(
    (text) => Buffer.from(text),
  ),
];

/** `text` with bytes put in, cut off, or its first property given twice. */
function broken(text: string): Arbitrary<Buffer> {
  const bytes = Buffer.from(text);
  const place = fc.nat({ max: bytes.length });
  const inserted = fc
    .tuple(place, fc.constantFrom(...inserts))
    .map(([at, insert]) => Buffer.concat([bytes.subarray(0, at), insert, bytes.subarray(at)]));
  const cut = place.map((at) => bytes.subarray(0, at));
  const twice = fc.constantFrom('null', '5', `"${canary}"`, '{}').map((value) => Buffer.from(duplicated(text, value)));
  const numbers = fc
    .constantFrom('1e400', '-0', '1.0', '5e0', '0.1e1', '9007199254740993', '01', '+1', '.5', '1.')
    .map((number) => Buffer.from(text.replace(/-?\d+/, number)));
  return fc.oneof(inserted, cut, twice, numbers);
}

function duplicated(text: string, value: string): string {
  const first = /^\{("(?:[^"\\]|\\.)*":)/.exec(text)?.[1];
  return first ? `{${first}${value},${text.slice(1)}` : `${text}${value}`;
}

const nonsense = [
  '',
  ' ',
  '{',
  '[]',
  '""',
  'null',
  '0',
  'undefined',
  '\ufeff{}',
  '{}{}',
  '{"a":1,}',
  'a=b&c=d',
  '<x/>',
  '['.repeat(16_000),
  '{"a":'.repeat(5_000),
  `"${'x'.repeat(70_000)}"`,
].map((text) => Buffer.from(text));
