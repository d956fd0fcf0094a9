import { headers, type Msg, type MsgHdrs } from 'nats';
import { traceparent, traceparentHeader } from '../tracing/tracing.ts';

/** The headers of calls and replies. The body is the JSON of the contract and nothing else. */
const deadlineHeader = 'Rest-Stop-Deadline';
const timeoutHeader = 'Rest-Stop-Timeout';
const holderHeader = 'Rest-Stop-Holder';
const statusHeader = 'Rest-Stop-Status';
const signatureHeader = 'Rest-Stop-Signature';

/** How far the clocks of two machines may differ before a new call counts as stale. */
const clockSkewMs = 5_000;

export type Status = 'ok' | 'error' | 'busy' | 'over_share' | 'working';

export function requestHeaders(timeoutMs: number, holder?: string): MsgHdrs {
  const h = headers();
  h.set(timeoutHeader, String(timeoutMs));
  h.set(deadlineHeader, String(Date.now() + timeoutMs));
  if (holder !== undefined) h.set(holderHeader, holder);
  return withTrace(h);
}

function withTrace(h: MsgHdrs): MsgHdrs {
  const present = traceparent();
  if (present !== undefined) h.set(traceparentHeader, present);
  return h;
}

/** The trace that a message continues. */
export function traceOf(message: Msg): string | undefined {
  return message.headers?.get(traceparentHeader) || undefined;
}

/** For whom a call is made: in a header, so that a call which gets no slot is refused without reading its body. */
export function holderOf(message: Msg): string | undefined {
  return message.headers?.get(holderHeader) || undefined;
}

/**
 * When to stop working on a call, in milliseconds since the epoch by this machine's clock: the arrival plus the caller's timeout, so that
 * clocks need not agree. Undefined for a call that arrives after its caller's deadline, or that carries none.
 */
export function deadlineOf(message: Msg): number | undefined {
  const timeoutMs = Number(message.headers?.get(timeoutHeader));
  const deadlineMs = Number(message.headers?.get(deadlineHeader));
  const now = Date.now();
  return timeoutMs > 0 && deadlineMs + clockSkewMs > now ? now + timeoutMs : undefined;
}

export function statusHeaders(status: Status): MsgHdrs {
  const h = headers();
  h.set(statusHeader, status);
  return h;
}

export function statusOf(message: Msg): string {
  return message.headers?.get(statusHeader) ?? '';
}

export function signatureHeaders(signature: string | undefined): MsgHdrs | undefined {
  if (signature === undefined) return undefined;
  const h = headers();
  h.set(signatureHeader, signature);
  return withTrace(h);
}

export function signatureOf(message: Msg): string {
  return message.headers?.get(signatureHeader) ?? '';
}

/** Whether the server answered for a subject that nobody listens to (NATS status 503). */
export function isNobody(message: Msg): boolean {
  return message.headers?.code === 503;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
export const encode = (value: unknown): Uint8Array => encoder.encode(JSON.stringify(value));
export const decode = (data: Uint8Array): unknown => JSON.parse(decoder.decode(data));
