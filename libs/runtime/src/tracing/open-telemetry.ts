import { setTimeout as sleep } from 'node:timers/promises';
import { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, resourceAttributesEnvDetector, resourceFromAttributes, serviceNameEnvDetector } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ConsoleSpanExporter,
  ParentBasedSampler,
  type SpanExporter,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { version } from '../version.ts';
import type { Closable } from '../closable.ts';
import type { Log } from '../log.ts';
import { allowed } from './allowed.ts';
import { type OpenSpan, type Tracer, traceparentHeader } from './tracing.ts';

// The packages are known here alone. None of them instruments anything by itself: that would record addresses, paths and statements.

export type TracingSettings = {
  exporter: 'otlp' | 'console';
  /** The share of the traces that is kept. */
  share: number;
  /** How long spans are gathered before they are sent. */
  delayMs: number;
};

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, producer: SpanKind.PRODUCER, consumer: SpanKind.CONSUMER } as const;

/** A collector that does not answer must not hold up the end of a process for longer. */
const closeMs = 3_000;

/** What records the spans of this process and sends them on. */
export function openTelemetry(service: string, { exporter, share, delayMs }: TracingSettings, log: Log): { tracer: Tracer } & Closable {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const propagator = new W3CTraceContextPropagator();
  const own = resourceFromAttributes({ 'service.name': service, 'service.version': version });
  const sent = exporter === 'console' ? new ConsoleSpanExporter() : toldWhenUndelivered(new OTLPTraceExporter(), log);
  const provider = new TracerProvider({
    resource: own.merge(detectResources({ detectors: [serviceNameEnvDetector, resourceAttributesEnvDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [onlyAllowed(new BatchSpanProcessor({ exporter: sent, scheduledDelayMillis: delayMs }))],
  });
  const spans = provider.getTracer('rest-stop');

  const tracer: Tracer = {
    start({ kind, name, attributes }, isRoot): OpenSpan | undefined {
      const parent = context.active();
      if (!isRoot && !trace.getSpanContext(parent)) return undefined;
      const span = spans.startSpan(name, { kind: kinds[kind], attributes }, parent);
      const inside = trace.setSpan(parent, span);
      return {
        within: (work) => context.with(inside, work),
        tell: (more) => void span.setAttributes(more),
        end(error) {
          if (error !== undefined) span.setAttribute('error.type', error).setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    tell: (attributes) => void trace.getActiveSpan()?.setAttributes(attributes),
    traceparent() {
      const carrier: Record<string, string> = {};
      propagator.inject(context.active(), carrier, { set: (to, name, value) => void (to[name] = value) });
      return carrier[traceparentHeader];
    },
    continue(traceparent, work) {
      const get = (_: unknown, name: string) => (name === traceparentHeader ? traceparent : undefined);
      return context.with(propagator.extract(ROOT_CONTEXT, {}, { get, keys: () => [traceparentHeader] }), work);
    },
  };
  const close = () => Promise.race([provider.shutdown().catch(() => {}), sleep(closeMs, undefined, { ref: false })]);
  return { tracer, close };
}

/** `next`, which gets of each span what may leave the process. */
function onlyAllowed(next: SpanProcessor): SpanProcessor {
  return {
    onStart: (span, parent) => next.onStart(span, parent),
    onEnd: (span) => next.onEnd(allowed(span)),
    forceFlush: () => next.forceFlush(),
    shutdown: () => next.shutdown(),
  };
}

/** `exporter`, with a line in the log when it begins to fail, and when it works again: without the error, which names addresses. */
function toldWhenUndelivered(exporter: SpanExporter, log: Log): SpanExporter {
  let failing = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const failed = result.code !== ExportResultCode.SUCCESS;
        if (failed && !failing) log.warn('spans cannot be delivered');
        if (!failed && failing) log.info('spans are delivered again');
        failing = failed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}
