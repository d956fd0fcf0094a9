import { type Attributes, SpanStatusCode } from '@opentelemetry/api';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { expect, test } from 'vitest';
import { allowed } from './allowed.ts';
import { chatWith, forwardTo, inDatabase, onBus, requestTo } from './spans.ts';

const content = 'Never push to main';
const key = 'rs_0123456789abcdef01234567';

/** What leaves the process of a span with this name and these attributes, and all else that a span can carry. */
function told(name: string, attributes: Attributes) {
  const exporter = new InMemorySpanExporter();
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  const span = provider.getTracer('test').startSpan(name, { attributes });
  span.recordException(new Error(content));
  span.addEvent(content);
  span.addLink({ context: span.spanContext(), attributes: { content } });
  span.setStatus({ code: SpanStatusCode.ERROR, message: content });
  span.end();
  const [ended] = exporter.getFinishedSpans();
  return allowed(ended!);
}

test('neither events nor links nor the message of a status leave the process', () => {
  const { events, links, status } = told('call x', {});
  expect({ events, links, status }).toEqual({ events: [], links: [], status: { code: SpanStatusCode.ERROR } });
});

test.each([
  ['a key', { 'db.query.text': `select '${key}'` }],
  ['a client', { 'client.address': '203.0.113.7', 'user_agent.original': 'agent/1.0', 'url.full': '/v1/stay?format=min' }],
  ['a path as it was sent', { 'http.route': '/v1/memories/my-diary' }],
  ['a route with a query', { 'http.route': '/v1/stay?format=min' }],
  ['a method that there is not', { 'http.request.method': key }],
  ['another subject', { 'messaging.destination.name': `inbox.stay.${key}` }],
  ['a statement', { 'db.operation.name': 'select 1' }],
  ['a text as a model', { 'gen_ai.request.model': content }],
  ['another provider', { 'gen_ai.provider.name': 'https://models.internal/v1' }],
  ['a text as a number', { 'http.response.status_code': content, 'gen_ai.usage.input_tokens': content }],
  ['another target', { 'rest_stop.target': content }],
  ['a message as the type of an error', { 'error.type': content }],
  ['a key as the type of an error', { 'error.type': key }],
  ['a list of what is on the list', { 'http.request.method': ['GET', content] }],
] satisfies [string, Attributes][])('%s does not leave the process', (_name, attributes) => {
  expect(told('call x', attributes).attributes).toEqual({});
});

test('a name that says more than the attributes is left out', () => {
  const attributes = { 'db.system.name': 'redis', 'db.operation.name': 'admit' };
  expect(told('redis admit', attributes).name).toBe('redis admit');
  for (const name of [`redis ${key}`, content, `redis admit ${key}`, 'redis']) expect(told(name, attributes).name).toBe('(unnamed)');
});

test.each([
  requestTo('POST', '/v1/defrag'),
  requestTo('BREW', undefined),
  forwardTo('public', 'GET', '/documents/llms.txt'),
  onBus('serve', 'ai-worker.rpc.context.defrag.v1'),
  inDatabase('postgresql', 'transaction'),
  chatWith('openai_compatible', 'mistralai/Mistral-7B-Instruct-v0.3:free'),
])('all that the services tell leaves the process: $name', ({ name, attributes }) => {
  const left = told(name, attributes);
  expect({ name: left.name, attributes: left.attributes }).toEqual({ name, attributes });
});
