import { createHmac, timingSafeEqual } from 'node:crypto';
import { Caller } from '@rest-stop/contracts/agent.ts';
import { tolerant } from '@rest-stop/contracts/tolerant.ts';

/** The one internal header between the gateway and the services. */
export const callerHeader = 'x-rest-stop-caller';

/** `caller` as a header value: base64url JSON, a dot, its HMAC-SHA-256 (RFC 2104) in base64url. */
export function signCaller(caller: Caller, secret: string): string {
  const payload = Buffer.from(JSON.stringify(caller)).toString('base64url');
  return `${payload}.${mac(payload, secret)}`;
}

/** The caller that the gateway signed, or undefined when the header is missing, forged or expired at `nowMs`. */
export function verifyCaller(header: unknown, secret: string, nowMs: number): Caller | undefined {
  if (typeof header !== 'string') return undefined;
  const dot = header.indexOf('.');
  const payload = header.slice(0, dot);
  const given = Buffer.from(header.slice(dot + 1));
  const expected = Buffer.from(mac(payload, secret));
  if (dot < 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const caller = tolerant(Caller).safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  return caller.success && caller.data.expires_at_ms > nowMs ? caller.data : undefined;
}

function mac(payload: string, secret: string): string {
  return createHmac('sha256', secret).update(payload).digest('base64url');
}
