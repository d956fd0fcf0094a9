import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Closable } from '@rest-stop/runtime/lifecycle.ts';
import { listenLocally } from './servers/listen.ts';

/** A span as it arrived. Times are in nanoseconds since the epoch. */
export type ReceivedSpan = {
  service: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startNs: bigint;
  endNs: bigint;
  attributes: Record<string, string | number>;
};

export type OtlpReceiver = Closable & {
  /** What a program is started with that sends its spans here, almost at once. */
  settings: Record<string, string>;
  /** All that was ever sent here: each request's head and body. */
  received: string[];
  spans(): ReceivedSpan[];
};

/** A collector on 127.0.0.1 that takes spans by OTLP over HTTP, as JSON, and keeps them. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const [received, bodies]: [string[], string[]] = [[], []];
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    const isSpans = isSpansInJson(request);
    received.push(`${request.method} ${request.url}\n${request.rawHeaders.join('\n')}\n${body}`);
    if (isSpans) bodies.push(body);
    response.writeHead(isSpans ? 200 : 415, { 'content-type': 'application/json' }).end('{}');
  };
  const server = createServer((request, response) => void receive(request, response));
  const { port, close } = await listenLocally(server);
  return {
    settings: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, OTEL_BSP_SCHEDULE_DELAY: '50' },
    received,
    spans: () => bodies.flatMap(spansOf),
    close,
  };
}

function isSpansInJson({ method, url, headers }: IncomingMessage): boolean {
  return method === 'POST' && url === '/v1/traces' && headers['content-type'] === 'application/json';
}

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } };
type Exported = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes?: Attribute[];
};
type Body = { resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Exported[] }[] }[] };

function spansOf(body: string): ReceivedSpan[] {
  return (JSON.parse(body) as Body).resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(valuesOf(resource.attributes)['service.name']);
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => spanOf(span, service)));
  });
}

function spanOf(
  { traceId, spanId, parentSpanId, name, startTimeUnixNano, endTimeUnixNano, attributes }: Exported,
  service: string,
): ReceivedSpan {
  const times = { startNs: BigInt(startTimeUnixNano), endNs: BigInt(endTimeUnixNano) };
  return { service, traceId, spanId, ...(parentSpanId ? { parentSpanId } : {}), name, ...times, attributes: valuesOf(attributes ?? []) };
}

function valuesOf(attributes: Attribute[]): Record<string, string | number> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));
}
