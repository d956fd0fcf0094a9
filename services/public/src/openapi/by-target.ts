import { isStructured, structuredResults, type Target, targets } from '@rest-stop/contracts/defrag.ts';
import type { z } from 'zod';
import { type JsonSchema, jsonSchema } from '@rest-stop/contracts/json-schema.ts';

/**
 * An answer of a defrag as one schema for each target, told apart by `target`, so that generated clients know what `compressed` is. What all
 * of them have besides stands in the document once.
 * @param name of the schema that stands for any of them
 */
export function byTarget(name: string, answer: z.ZodType): Record<string, JsonSchema> {
  const whole = jsonSchema(answer, 'output');
  const { stats, ...properties } = whole['properties'] as Record<string, JsonSchema>;
  const shared = `${name}Stats`;
  const ofTarget = (target: Target): JsonSchema => ({
    ...whole,
    properties: {
      ...properties,
      target: { type: 'string', const: target },
      compressed: isStructured(target) ? jsonSchema(structuredResults[target], 'output') : { type: 'string' },
      ...(stats && { stats: refTo(shared) }),
    },
  });
  const nameOf = (target: Target) => `${name}_${target}`;
  return {
    [name]: {
      oneOf: targets.map((target) => refTo(nameOf(target))),
      discriminator: {
        propertyName: 'target',
        mapping: Object.fromEntries(targets.map((target) => [target, `#/components/schemas/${nameOf(target)}`])),
      },
    },
    ...Object.fromEntries(targets.map((target) => [nameOf(target), ofTarget(target)])),
    ...(stats && { [shared]: stats }),
  };
}

const refTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
