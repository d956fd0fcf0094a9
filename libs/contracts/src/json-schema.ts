import { z } from 'zod';

export type JsonSchema = { [keyword: string]: z.core.util.JSONType };

/**
 * `schema` as a JSON Schema (draft 2020-12) for readers: requests as they are sent (`input`), responses as they arrive (`output`).
 * It stands on its own, without references, so that it can be put into any document.
 */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, $defs: _unused, ...rest } = z.toJSONSchema(schema, { io, override: simplify });
  return JSON.parse(JSON.stringify(rest), anyJsonInPlaceOfReference) as JsonSchema;
}

/** Whether nothing at all satisfies `schema`: the response of an endpoint that always refuses. */
export function isNever(schema: z.ZodType): boolean {
  return schema._zod.def.type === 'never';
}

/** Drops what zod adds and a reader does not need: the pattern of a named format, and the bounds of safe integers. */
function simplify({ zodSchema, jsonSchema: schema }: { zodSchema: z.core.$ZodTypes; jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (schema.format) delete schema.pattern;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (zodSchema._zod.def.type === 'record') delete schema.propertyNames;
}

/** Replaces a reference by its description: the only recursive schema of the contracts is "any JSON", which needs no schema. */
function anyJsonInPlaceOfReference(_key: string, node: unknown): unknown {
  if (typeof node !== 'object' || node === null || !('$ref' in node)) return node;
  return 'description' in node ? { description: node.description } : {};
}
