import { METHODS } from 'node:http';
import { busEdges } from '@rest-stop/contracts/bus-edges.ts';
import { targets } from '@rest-stop/contracts/defrag.ts';
import { documents, documentsPrefix } from '@rest-stop/contracts/documents.ts';
import { receiptKeysPath } from '@rest-stop/contracts/identity.ts';
import { mcpPath } from '@rest-stop/contracts/mcp.ts';
import { routes } from '@rest-stop/contracts/routes.ts';
import { type Attributes, SpanStatusCode } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { busOperations, databaseOperations, type SpanAttributes } from './spans.ts';

const documentPaths = documents.flatMap(({ path }) => [path, documentsPrefix + path]);
const templates = new Set(['(none)', ...routes.flatMap(({ path }) => [path, `/v1${path}`]), ...documentPaths, mcpPath, receiptKeysPath]);
const subjects = Object.values(busEdges).flatMap((edges) => Object.values(edges).flatMap((all) => all.map(({ subject }) => subject)));

type Check = (value: unknown) => boolean;
const oneOf = (values: Iterable<unknown>): Check => {
  const known = new Set(values);
  return (value) => known.has(value);
};
const like =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
const count: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;

/** The values that each attribute may have. What is not here does not leave the process, whoever has set it. */
const checks: Record<keyof SpanAttributes, Check> = {
  'http.request.method': oneOf(['(any)', ...METHODS]),
  'http.route': oneOf(templates),
  'http.response.status_code': (value) => count(value) && (value as number) < 600,
  'peer.service': oneOf(Object.keys(busEdges)),
  'messaging.operation.name': oneOf(busOperations),
  'messaging.destination.name': oneOf(subjects),
  'db.system.name': oneOf(['postgresql', 'redis']),
  'db.operation.name': oneOf(databaseOperations),
  'gen_ai.operation.name': oneOf(['chat']),
  'gen_ai.request.model': like(/^[\w.:/@+-]{1,200}$/),
  'gen_ai.provider.name': oneOf(['openai', 'openai_compatible']),
  'gen_ai.usage.input_tokens': count,
  'gen_ai.usage.output_tokens': count,
  'rest_stop.target': oneOf(targets),
  'error.type': like(/^(?:[a-z]+_)*[a-z]{1,20}$|^http_\d(?:\d\d|xx)$/),
};

/**
 * `span` as it may leave the process: with the attributes of the list and no others, no event (an exception has a message), no link, no
 * message of a status, and a name that says no more than two of the attributes.
 */
export function allowed(span: ReadableSpan): ReadableSpan {
  const attributes: Attributes = {};
  for (const [name, value] of Object.entries(span.attributes)) {
    if (Object.hasOwn(checks, name) && checks[name as keyof SpanAttributes](value)) attributes[name] = value;
  }
  const told = new Set(Object.values(attributes));
  const words = span.name.split(' ');
  const name = words.length === 2 && words.every((word) => told.has(word)) ? span.name : '(unnamed)';
  const code = span.status.code === SpanStatusCode.ERROR ? SpanStatusCode.ERROR : SpanStatusCode.UNSET;
  return { ...partsOf(span), name, attributes, status: { code }, links: [], events: [] };
}

/** What says where a span belongs and how long it took. Of its context the identifiers: the rest of it may hold what others have sent. */
function partsOf(span: ReadableSpan) {
  const { traceId, spanId, traceFlags } = span.spanContext();
  const { kind, parentSpanContext, startTime, endTime, duration, ended, resource, instrumentationScope } = span;
  return {
    kind,
    startTime,
    endTime,
    duration,
    ended,
    resource,
    instrumentationScope,
    ...(parentSpanContext && { parentSpanContext }),
    spanContext: () => ({ traceId, spanId, traceFlags }),
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}
