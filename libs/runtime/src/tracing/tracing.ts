import type { IncomingHttpHeaders } from 'node:http';
import { errorTypeOf, type Operation, type SpanAttributes } from './spans.ts';

/** A piece of work that is being timed. */
export type OpenSpan = {
  /** Runs `work`; the spans that begin in it are parts of this one. */
  within<T>(work: () => T): T;
  tell(attributes: SpanAttributes): void;
  /** `error`: of which type it failed. */
  end(error?: string): void;
};

/** What records spans. */
export type Tracer = {
  /** `isRoot`: may begin a trace. Undefined where nothing is traced: outside of a request nobody would find the span. */
  start(operation: Operation, isRoot: boolean): OpenSpan | undefined;
  /** Tells more of the span that this is a part of. */
  tell(attributes: SpanAttributes): void;
  /** By which another process continues the trace (W3C Trace Context). */
  traceparent(): string | undefined;
  continue<T>(traceparent: string | undefined, work: () => T): T;
};

/** That of this process; undefined: nothing is traced, and all that follows here does nothing. */
let tracer: Tracer | undefined;

export function useTracer(used: Tracer | undefined): void {
  tracer = used;
}

export function isTracing(): boolean {
  return tracer !== undefined;
}

/** For work whose end is seen elsewhere; otherwise `traced`. */
export function startSpan(operation: Operation): OpenSpan | undefined {
  return tracer?.start(operation, false);
}

/** For a request: it begins a trace where it does not continue one. */
export function startRoot(operation: Operation): OpenSpan | undefined {
  return tracer?.start(operation, true);
}

/** Times `work` as a part of the request that it is done for. */
export async function traced<T>(operation: Operation, work: () => Promise<T>): Promise<T> {
  const span = startSpan(operation);
  if (!span) return work();
  try {
    const result = await span.within(work);
    span.end();
    return result;
  } catch (error) {
    span.end(errorTypeOf(error));
    throw error;
  }
}

export function tell(attributes: SpanAttributes): void {
  tracer?.tell(attributes);
}

export const traceparentHeader = 'traceparent';

/** The value of that header, for a message to one of the services; they are told nothing else of the trace. */
export function traceparent(): string | undefined {
  return tracer?.traceparent();
}

/** Runs `work` as a part of the trace that another service names: one that is believed. */
export function continued<T>(named: string | undefined, work: () => T): T {
  return tracer ? tracer.continue(named, work) : work();
}

/** What a request from the gateway names. */
export function traceparentOf(headers: IncomingHttpHeaders): string | undefined {
  const named = headers[traceparentHeader];
  return typeof named === 'string' ? named : undefined;
}
