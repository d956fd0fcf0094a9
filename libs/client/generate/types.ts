/** What of JSON Schema the contracts use. */
export type JsonSchema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
};

const primitives: Record<string, string> = { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' };

/** `schema` as a TypeScript type. What it refers to is one of `names`, or any JSON. */
export function typeOf(schema: JsonSchema, names: ReadonlySet<string>): string {
  const { $ref, type, anyOf, allOf } = schema;
  if ($ref !== undefined) return names.has($ref) ? $ref : 'unknown';
  if ('const' in schema) return literal(schema.const);
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  if (anyOf) return anyOf.map((one) => typeOf(one, names)).join(' | ');
  if (allOf) return allOf.map((one) => `(${typeOf(one, names)})`).join(' & ');
  if (type === 'array') return `Array<${typeOf(schema.items ?? {}, names)}>`;
  if (type === 'object') return objectType(schema, names);
  return (
    [type ?? []]
      .flat()
      .map((one) => primitives[one] ?? 'unknown')
      .join(' | ') || 'unknown'
  );
}

function objectType({ properties, required = [], additionalProperties }: JsonSchema, names: ReadonlySet<string>): string {
  if (!properties) return `Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties, names) : 'unknown'}>`;
  const members = Object.entries(properties).map(([name, schema]) => {
    const optional = required.includes(name) ? '' : '?';
    return `${words(schema.description)}${/^\w+$/.test(name) ? name : JSON.stringify(name)}${optional}: ${typeOf(schema, names)};`;
  });
  return `{\n${members.join('\n')}\n}`;
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
}

/** A comment that holds `text`, if there is any. */
export function words(text: string | undefined): string {
  return text ? `/** ${text.replaceAll('*/', '* /')} */\n` : '';
}
