import type { Route } from '@rest-stop/contracts/route.ts';
import { z } from 'zod';

/** The parts of JSON Schema that the contracts use. */
export type Schema = {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  $ref?: string;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  properties?: Record<string, Schema>;
  items?: Schema;
};

export type Part = 'body' | 'query' | 'params';

/** The schema of one part of a request; undefined where the route takes none. */
export function schemaOf(route: Route, part: Part): Schema | undefined {
  const schema = route[part];
  return schema && (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema);
}

/** Gives a field its text; `path` names it, as in `review.title`. */
export type Fill = (path: string, schema: Schema) => string;

/** A value that `schema` accepts, with every text made by `fill`. */
export function sample(schema: Schema, fill: Fill, path = ''): unknown {
  if (isAnyJson(schema)) return { [fill(`${path}{name}`, {})]: [fill(path, {}), { deep: fill(`${path}{deep}`, {}) }] };
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, sample(inner, fill, below(path, name))]),
      );
    case 'array':
      return [sample(schema.items ?? {}, fill, `${path}[]`)];
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    default:
      return schema.format === 'date-time' ? '2031-07-13T04:05:06Z' : fill(path, schema);
  }
}

/** `token`, made as long as `schema` wants it. */
export function padded(token: string, { minLength = 0 }: Schema): string {
  return token.padEnd(minLength, '. The rest is filler');
}

export type Leaf = { path: string[]; schema: Schema };

/** The fields that hold a single value (or any JSON), however deep they stand. */
export function leavesOf(schema: Schema, path: string[] = []): Leaf[] {
  if (schema.type !== 'object' || isAnyJson(schema)) return path.length > 0 ? [{ path, schema }] : [];
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => leavesOf(inner, [...path, name]));
}

/** A copy of `value` with another value at `path`. */
export function withValue(value: unknown, [name, ...rest]: string[], other: unknown): unknown {
  if (name === undefined) return other;
  const object = (value ?? {}) as Record<string, unknown>;
  return { ...object, [name]: withValue(object[name], rest, other) };
}

export function isAnyJson({ anyOf, $ref }: Schema): boolean {
  return $ref !== undefined || (anyOf !== undefined && anyOf.length > 3);
}

function below(path: string, name: string): string {
  return path ? `${path}.${name}` : name;
}
