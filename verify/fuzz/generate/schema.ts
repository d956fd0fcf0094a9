import fc, { type Arbitrary } from 'fast-check';
import { z } from 'zod';

/** The part of JSON Schema 2020-12 that the contracts' request schemas use. */
export type JsonSchema = {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  format?: string;
};

/** The longest text that is made often; longer ones, up to a schema's own maximum, are rare because each costs a big body. */
const shortChars = 2_100;

const alphabets = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('x', 'é', '😀', 'e\u0301', '"\\', 'ﬁ', 'word ') },
  // Refused in texts that others are shown.
  { weight: 1, arbitrary: fc.constantFrom('\n\t', '\u202e') },
);

/** The request schema of a contract as JSON Schema. */
export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input' }) as JsonSchema;
}

/** Values that meet `schema`, or miss a length or a bound of it by one. */
export function valuesOf(schema: JsonSchema): Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.oneof({ weight: 9, arbitrary: fc.constant(schema.const) }, fc.boolean());
  if (schema.enum) return fc.constantFrom(...schema.enum);
  // The only union of the contracts is "any JSON".
  if (schema.anyOf) return fc.jsonValue({ maxDepth: 4 });
  if (schema.type === 'object') return objects(schema);
  if (schema.type === 'integer') return fc.integer({ min: (schema.minimum ?? 0) - 1, max: (schema.maximum ?? 100) + 1 });
  if (schema.format === 'date-time') return dateTimes;
  if (schema.pattern) return fc.oneof(fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{1,62}$/), fc.string({ maxLength: 70 }));
  return texts(schema);
}

function objects({ properties = {}, required = [] }: JsonSchema): Arbitrary<unknown> {
  const model = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, valuesOf(schema)]));
  return fc.record(model, { requiredKeys: required });
}

/** Texts whose length in code points is at or beside an edge of the schema, or anything between. */
function texts({ minLength = 0, maxLength = 300 }: JsonSchema): Arbitrary<string> {
  const often = Math.min(maxLength, shortChars);
  const edges = [minLength - 1, minLength, minLength + 1, often].filter((length) => length >= 0);
  const lengths: fc.WeightedArbitrary<number>[] = [
    { weight: 30, arbitrary: fc.integer({ min: minLength, max: Math.min(often, minLength + 200) }) },
    { weight: 10, arbitrary: fc.constantFrom(...edges) },
    { weight: maxLength > shortChars ? 1 : 10, arbitrary: fc.constantFrom(maxLength, maxLength + 1) },
  ];
  return fc
    .tuple(alphabets, fc.oneof(...lengths), fc.string({ maxLength: 40 }))
    .map(([alphabet, length, some]) => [...(some + alphabet.repeat(length))].slice(0, length).join(''));
}

const dateTimes = fc.oneof(
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.constantFrom(
    '2026-01-01T24:00:00Z',
    '2026-06-30T23:59:60Z',
    '2026-02-30T00:00:00Z',
    '2026-01-01T00:00:00',
    '2026-01-01T00:00:00-00:00',
    '0001-01-01T00:00:00+23:59',
    '9999-12-31T23:59:59-23:59',
    '0000-01-01T00:00:00Z',
    '10000-01-01T00:00:00Z',
    '2026-01-01t00:00:00z',
    '2026-01-01',
    'infinity',
    '2026-01-01T00:00:00.000000000000001Z',
  ),
);
