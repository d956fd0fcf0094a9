import { routes } from '@rest-stop/contracts/routes.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isNever, jsonSchema } from '@rest-stop/contracts/json-schema.ts';

const ajv = new Ajv2020({ strict: true, strictTypes: false, validateFormats: false });

describe('the JSON Schemas of the contracts', () => {
  const all = routes.flatMap((route) => [
    ...(['params', 'query', 'body'] as const).map((part) => ({ name: `${route.name} ${part}`, schema: route[part], io: 'input' as const })),
    ...(['response', 'min'] as const).map((part) => ({ name: `${route.name} ${part}`, schema: route[part], io: 'output' as const })),
  ]);

  it.each(all.filter(({ schema }) => schema))('$name compiles and refers to nothing outside', ({ schema, io }) => {
    const made = jsonSchema(schema as z.ZodType, io);
    expect(() => ajv.compile(made)).not.toThrow();
    expect(JSON.stringify(made)).not.toContain('"$ref"');
  });
});

describe('jsonSchema', () => {
  it('keeps limits and drops the pattern of a named format', () => {
    expect(jsonSchema(z.strictObject({ at: z.iso.datetime(), n: z.int().min(0), small: z.int().max(5) }), 'output')).toEqual({
      type: 'object',
      properties: {
        at: { type: 'string', format: 'date-time' },
        n: { type: 'integer', minimum: 0 },
        small: { type: 'integer', maximum: 5 },
      },
      required: ['at', 'n', 'small'],
      additionalProperties: false,
    });
  });

  it('says "anything" where any JSON is meant, and keeps its description', () => {
    const schema = z.strictObject({ value: z.json().meta({ description: 'Any JSON.' }) });
    expect(jsonSchema(schema, 'input')).toMatchObject({ properties: { value: { description: 'Any JSON.' } }, required: ['value'] });
    expect(ajv.compile(jsonSchema(schema, 'input'))({ value: [{ deep: [null, 1, 'x'] }] })).toBe(true);
  });
});

describe('isNever', () => {
  it('tells an endpoint that always refuses from one that answers', () => {
    expect(isNever(z.never())).toBe(true);
    expect(isNever(z.string())).toBe(false);
  });
});
