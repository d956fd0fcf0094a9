import type { Route } from '@rest-stop/contracts/route.ts';
import { defrag } from '@rest-stop/contracts/stay/ai.ts';
import type { z } from 'zod';
import { byTarget } from './by-target.ts';
import { isNever, type JsonSchema, jsonSchema } from '@rest-stop/contracts/json-schema.ts';

/** The bodies that `route` takes and gives, under the names by which its operation refers to them. */
export function operationSchemas(route: Route): Record<string, JsonSchema> {
  return {
    ...(route.body && { [nameOf(route, 'Request')]: jsonSchema(route.body, 'input') }),
    ...(!isNever(route.response) && answerSchemas(route, 'Response', route.response)),
    ...(route.min && answerSchemas(route, 'Min', route.min)),
  };
}

function answerSchemas(route: Route, part: 'Response' | 'Min', answer: z.ZodType): Record<string, JsonSchema> {
  const name = nameOf(route, part);
  return route.name === defrag.name ? byTarget(name, answer) : { [name]: jsonSchema(answer, 'output') };
}

/** A reference to one of the schemas above. */
export function schemaOf(route: Route, part: 'Request' | 'Response' | 'Min'): JsonSchema {
  return { $ref: `#/components/schemas/${nameOf(route, part)}` };
}

function nameOf(route: Route, part: string): string {
  const words = route.name.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}${part}`;
}
