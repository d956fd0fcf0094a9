import { type StructuredTarget, structuredResults } from '@rest-stop/contracts/defrag.ts';
import { z } from 'zod';

type Schema = { type: string; description?: string; enum?: string[]; items?: Schema; properties?: Record<string, Schema> };

/** What is asked for a structured target: its keys, each with what the contract says that it holds. */
export function structured(target: StructuredTarget): string {
  const schema = z.toJSONSchema(structuredResults[target]) as Schema;
  return [`Target: ${target}.`, `A JSON object with exactly these keys. ${schema.description ?? ''}`.trim(), ...keysOf(schema, '')].join(
    '\n',
  );
}

function keysOf({ properties = {} }: Schema, indent: string): string[] {
  return Object.entries(properties).flatMap(([key, schema]) => [
    `${indent}- ${key}: ${typeOf(schema)}. ${schema.description ?? ''}`.trimEnd(),
    ...(schema.items ? keysOf(schema.items, `${indent}  `) : []),
  ]);
}

function typeOf(schema: Schema): string {
  if (schema.enum) return schema.enum.map((one) => `"${one}"`).join(' or ');
  if (schema.type === 'array') return schema.items?.properties ? 'a list of objects with exactly these keys' : 'a list of strings';
  return schema.type === 'boolean' ? 'true or false' : `a ${schema.type}`;
}
