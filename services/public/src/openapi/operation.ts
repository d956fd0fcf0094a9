import { formats, idempotencyKeyPattern } from '@rest-stop/contracts/agent.ts';
import { eventStreamType, streamEvents } from '@rest-stop/contracts/event-stream.ts';
import type { Route } from '@rest-stop/contracts/route.ts';
import { isNever, type JsonSchema, jsonSchema } from '@rest-stop/contracts/json-schema.ts';
import { errorResponsesOf, neverSuccess } from './errors.ts';
import { pathExamples, requestExamples } from '../interface/examples.ts';
import { responseExamples } from './response-examples.ts';
import { schemaOf } from './schemas.ts';

/** One endpoint as an OpenAPI Operation Object. */
export function operation(route: Route): JsonSchema {
  return {
    operationId: route.name,
    tags: [route.owner],
    summary: route.summary,
    security: route.auth === 'bearer' ? [{ bearer: [] }] : [],
    parameters: [
      ...parameters(route, 'path'),
      ...parameters(route, 'query'),
      format(route),
      ...(route.registration ? [idempotencyKey] : []),
    ],
    ...(route.body && { requestBody: requestBody(route) }),
    responses: responses(route),
  };
}

function parameters(route: Route, where: 'path' | 'query'): JsonSchema[] {
  const schema = where === 'path' ? route.params : route.query;
  if (!schema) return [];
  const { properties, required = [] } = jsonSchema(schema, 'input') as { properties: Record<string, JsonSchema>; required?: string[] };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: where,
    required: required.includes(name),
    ...(description !== undefined && { description }),
    schema: rest,
    ...(where === 'path' && pathExamples[route.name] && { example: pathExamples[route.name] }),
  }));
}

function format(route: Route): JsonSchema {
  return {
    name: 'format',
    in: 'query',
    required: false,
    description: route.min ? 'min answers with the short shape.' : 'Accepted; this endpoint answers the same either way.',
    schema: { type: 'string', enum: [...formats], default: 'verbose' },
  };
}

const idempotencyKey: JsonSchema = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A new random value, such as a UUID: for ten minutes, the same request with the same value gets the same answer, the API key included. ' +
    'Keep it as secret as the key.',
  schema: { type: 'string', pattern: idempotencyKeyPattern.source },
};

/** A body is required exactly where an empty object would be refused. */
function requestBody(route: Route): JsonSchema {
  const example = requestExamples[route.name];
  return {
    required: !route.body?.safeParse({}).success,
    content: { 'application/json': { schema: schemaOf(route, 'Request'), ...(example && { example }) } },
  };
}

function responses(route: Route): JsonSchema {
  const failures = errorResponsesOf(route);
  if (isNever(route.response)) return { ...failures, default: neverSuccess };
  const shapes = [schemaOf(route, 'Response'), ...(route.min ? [schemaOf(route, 'Min')] : [])];
  return {
    200: { ...withEvents(route, answer(route, 'Done.', shapes, responseExamples.get(route.name))), ...responseHeaders(route) },
    ...failures,
    ...Object.fromEntries((route.alsoStatus ?? []).map((status) => [status, answer(route, other, [...shapes, errorBody])])),
  };
}

/** The same answer as events, for who asks for them. */
function withEvents({ streams }: Route, plain: { description: string; content: JsonSchema }): JsonSchema {
  if (!streams) return plain;
  const description = Object.entries(streamEvents)
    .map(([event, sentence]) => `event \`${event}\`: ${sentence}`)
    .join(' ');
  return { ...plain, content: { ...plain.content, [eventStreamType]: { schema: { type: 'string', description } } } };
}

function responseHeaders({ responseHeaders }: Route): JsonSchema {
  if (!responseHeaders) return {};
  const headers = Object.entries(responseHeaders).map(([name, description]) => [name, { description, schema: { type: 'string' } }]);
  return { headers: Object.fromEntries(headers) };
}

const other = 'The same body with bad news, or the error body when the service itself cannot be reached.';
const errorBody: JsonSchema = { $ref: '#/components/schemas/Error' };

function answer(
  route: Route,
  description: string,
  shapes: JsonSchema[],
  example?: JsonSchema[string],
): { description: string; content: JsonSchema } {
  const [only, ...more] = shapes;
  const schema: JsonSchema = only && more.length === 0 ? only : { oneOf: shapes };
  return { description, content: { [route.mediaType ?? 'application/json']: { schema, ...(example !== undefined && { example }) } } };
}
