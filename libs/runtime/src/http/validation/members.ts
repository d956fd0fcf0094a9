import type { z } from 'zod';

type Schema = z.core.$ZodType;

/** The members that an object may have at `path` below `schema`; none where no object is described there. */
export function membersAt(schema: Schema, path: readonly PropertyKey[]): Readonly<Record<string, Schema>> {
  let at: Schema | undefined = schema;
  for (const step of path) at = at && shapeOf(at)[String(step)];
  return at ? shapeOf(at) : {};
}

function shapeOf(schema: Schema): Readonly<Record<string, Schema>> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'object') return def.shape;
  if (def.type === 'optional' || def.type === 'default' || def.type === 'nullable') return shapeOf(def.innerType);
  return {};
}
