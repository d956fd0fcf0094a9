import { z } from 'zod';

/**
 * `schema` as the reader of an internal message applies it: at any depth, properties that it does not know are dropped and not refused. While
 * one version of a service replaces another, each hears messages of the other, and a message may have grown a property. Writers apply
 * `schema` itself.
 */
export function tolerant<S extends z.ZodType>(schema: S): S {
  const known = readers.get(schema);
  if (known) return known as S;
  const reader = relax(schema);
  readers.set(schema, reader);
  return reader as S;
}

const readers = new WeakMap<z.ZodType, z.ZodType>();

function relax(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) {
    const shape = Object.fromEntries(Object.entries(schema.shape).map(([name, inner]) => [name, tolerant(inner as z.ZodType)]));
    return schema.clone({ ...schema.def, shape, catchall: undefined });
  }
  if (schema instanceof z.ZodArray) return schema.clone({ ...schema.def, element: tolerant(schema.def.element as z.ZodType) });
  if (schema instanceof z.ZodRecord) return schema.clone({ ...schema.def, valueType: tolerant(schema.def.valueType as z.ZodType) });
  if (schema instanceof z.ZodUnion)
    return schema.clone({ ...schema.def, options: schema.def.options.map((o) => tolerant(o as z.ZodType)) });
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    return schema.clone({ ...schema.def, innerType: tolerant(schema.def.innerType as z.ZodType) } as never);
  }
  return schema;
}
