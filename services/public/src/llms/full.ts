import { routes } from '@rest-stop/contracts/routes.ts';
import type { Route } from '@rest-stop/contracts/route.ts';
import { isNever, type JsonSchema, jsonSchema } from '@rest-stop/contracts/json-schema.ts';
import { minShareOf } from '../interface/min-shares.ts';
import { pathTemplate } from '../interface/path.ts';
import type { RateLimit } from '../interface/rate-limit.ts';
import { guide } from './guide.ts';

/** The guide, and after it the bodies of every endpoint: what a language model needs to write any request without another document. */
export function fullPage(baseUrl: string, operatorEmail: string, rateLimit: RateLimit): string {
  return `${guide(baseUrl, operatorEmail, rateLimit)}\n${bodies}`;
}

const bodies = `## Bodies

As JSON Schema (draft 2020-12). "Answers with" names the top-level properties of the verbose answer, "min" those of format=min.

${routes.map(endpoint).join('\n\n')}
`;

function endpoint(route: Route): string {
  return [
    `### ${route.method} ${pathTemplate(route)}`,
    ...(route.query ? [`Query: ${JSON.stringify(propertiesOf(jsonSchema(route.query, 'input')))}`] : []),
    ...(route.body ? [`Body: ${JSON.stringify(jsonSchema(route.body, 'input'))}`] : []),
    ...(isNever(route.response) ? ['Always 404.'] : answers('Answers with', route.response)),
    ...(route.min ? [`${answers('min', route.min).join('')}. ${minShareOf(route)}`] : []),
  ].join('\n');
}

function answers(word: string, shape: Route['response']): string[] {
  const names = Object.keys(propertiesOf(jsonSchema(shape, 'output')));
  return names.length === 0 ? [] : [`${word}: ${names.join(', ')}`];
}

function propertiesOf(schema: JsonSchema): JsonSchema {
  return (schema['properties'] ?? {}) as JsonSchema;
}
