import type { JsonSchema } from '@rest-stop/contracts/json-schema.ts';

/**
 * A JSON Schema in a few words, for readers that pay by the word: `{rating: integer 1..5, title?: string 1..120}`. A question mark is put
 * after the names that may be left out.
 */
export function notation(schema: JsonSchema): string {
  if ('const' in schema) return JSON.stringify(schema['const']);
  if (Array.isArray(schema['enum'])) return schema['enum'].map(String).join('|');
  const choices = (schema['anyOf'] ?? schema['oneOf']) as JsonSchema[] | undefined;
  if (choices) return [...new Set(choices.map(notation))].join(' | ');
  switch (schema['type']) {
    case 'object':
      return objectNotation(schema);
    case 'array':
      return `[${schema['items'] ? notation(schema['items'] as JsonSchema) : ''}]`;
    case 'string':
      return `${typeof schema['format'] === 'string' ? schema['format'] : 'string'}${range(schema['minLength'], schema['maxLength'])}`;
    case 'integer':
    case 'number':
      return schema['type'] + range(schema['minimum'], schema['maximum']);
    case 'boolean':
    case 'null':
      return schema['type'];
    default:
      return 'any JSON';
  }
}

function objectNotation(schema: JsonSchema): string {
  const properties = schema['properties'] as Record<string, JsonSchema> | undefined;
  if (!properties) return `{name: ${notation((schema['additionalProperties'] ?? {}) as JsonSchema)}}`;
  const required = (schema['required'] ?? []) as string[];
  const members = Object.entries(properties).map(([name, member]) => `${name}${required.includes(name) ? '' : '?'}: ${notation(member)}`);
  return `{${members.join(', ')}}`;
}

/** `at least 0` says nothing of a count. */
function range(least: unknown, most: unknown): string {
  if (most === undefined) return typeof least === 'number' && least > 0 ? ` ${least}..` : '';
  return ` ${Number(least ?? 0)}..${Number(most)}`;
}
