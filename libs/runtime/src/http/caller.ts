import { createHmac, createSecretKey, hash, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Caller } from '@rest-stop/contracts/agent.ts';
import type { Owner } from '@rest-stop/contracts/route.ts';
import { tolerant } from '@rest-stop/contracts/tolerant.ts';

/** Who calls: base64url JSON. Where an earlier version may read it, a dot and the HMAC that it expects follow. */
export const callerHeader = 'x-rest-stop-caller';
/** Proof that the gateway says so, for this request alone: the digest of its body (empty without one), then an HMAC for each secret; by dots. */
export const signatureHeader = 'x-rest-stop-signature';

/** How long a request may take from the gateway to its service: ten seconds of waiting, and as much for clocks that differ. */
export const signatureMs = 20_000;

/** What the gateway shares with one service, and with no other. */
export type CallerSecrets = {
  /** Two while one replaces the other: the gateway signs with each, a service accepts any. */
  current: readonly string[];
  /** What earlier versions shared among all: as long as it is set, their signatures are sent and accepted, too. */
  legacy?: string | undefined;
};

/** The request that a signature is for. `path` is as it is sent, with the query. */
export type SignedRequest = { method: string; path: string; body?: Uint8Array | string | null };

export type SignCaller = (caller: Caller, request: SignedRequest) => Record<string, string>;

/** The gateway's side: the headers with which `service` believes who calls. */
export function callerSigner(service: Owner, { current, legacy }: CallerSecrets): SignCaller {
  const keys = current.map(keyOf);
  const legacyKey = legacy === undefined ? undefined : keyOf(legacy);
  return (caller, { method, path, body }) => {
    const payload = Buffer.from(JSON.stringify(caller)).toString('base64url');
    const digest = digestOf(body);
    const signed = [service, method, path, digest, payload].join('\n');
    return {
      [callerHeader]: legacyKey ? `${payload}.${mac(payload, legacyKey)}` : payload,
      [signatureHeader]: [digest, ...keys.map((key) => mac(signed, key))].join('.'),
    };
  };
}

export type Refusal = 'missing' | 'forged' | 'expired';
/** `digest` is that of the body that was signed; undefined where an earlier version signed, which left the body out. */
type Proven = { caller: Caller; digest: string | undefined };
export type VerifyCaller = (headers: IncomingHttpHeaders, request: Omit<SignedRequest, 'body'>, nowMs: number) => Proven | Refusal;

/** The other side: who calls `service`, or why that is not believed. */
export function callerVerifier(service: Owner, { current, legacy }: CallerSecrets): VerifyCaller {
  const keys = current.map(keyOf);
  const legacyKey = legacy === undefined ? undefined : keyOf(legacy);

  return (headers, { method, path }, nowMs) => {
    const [said, signature] = [headers[callerHeader], headers[signatureHeader]];
    if (typeof said !== 'string' || (signature === undefined && !legacyKey)) return 'missing';
    const [payload = '', legacyMac = ''] = said.split('.');
    if (typeof signature !== 'string')
      return legacyKey && isEqual(legacyMac, mac(payload, legacyKey)) ? read(payload, undefined, nowMs) : 'forged';
    const [digest = '', ...macs] = signature.split('.', 3);
    const signed = [service, method, path, digest, payload].join('\n');
    const proven = keys.some((key) => {
      const expected = mac(signed, key);
      return macs.some((given) => isEqual(given, expected));
    });
    return proven ? read(payload, digest, nowMs) : 'forged';
  };
}

function read(payload: string, digest: string | undefined, nowMs: number): Proven | Refusal {
  const caller = tolerant(Caller).safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  if (!caller.success) return 'forged';
  return caller.data.expires_at_ms > nowMs ? { caller: caller.data, digest } : 'expired';
}

/** The SHA-256 of a body in base64url; empty for no body. */
export function digestOf(body: SignedRequest['body']): string {
  return body && body.length > 0 ? hash('sha256', body, 'base64url') : '';
}

function keyOf(secret: string): KeyObject {
  return createSecretKey(Buffer.from(secret));
}

function mac(signed: string, key: KeyObject): string {
  return createHmac('sha256', key).update(signed).digest('base64url');
}

function isEqual(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
