import { createHmac, randomBytes } from 'node:crypto';
import { type IssuedKey, issueKey, keyBytes } from './api-key.ts';

/** How long a registration is answered the same again. */
export const validityMs = 600_000;

/** What one registration under an Idempotency-Key is known by, and the one way to its API key. */
export type Idempotent = {
  keyHash: string;
  requestHash: string;
  /** The API key that belongs to `nonce`. Without the client's Idempotency-Key it cannot be had. */
  keyOf(nonce: string): IssuedKey;
};

export const randomNonce = (): string => randomBytes(16).toString('base64url');

/**
 * All three come from HMAC-SHA-256 (RFC 2104) under `secret`, each under a name of its own, so that none tells anything of another.
 * @param request what has to be equal in a retry
 */
export function idempotent(secret: string, idempotencyKey: string, request: readonly (string | undefined)[]): Idempotent {
  const mac = (...parts: unknown[]) => createHmac('sha256', secret).update(JSON.stringify(parts));
  return {
    keyHash: mac('idempotency key', idempotencyKey).digest('base64url'),
    requestHash: mac('request', idempotencyKey, ...request.map((part) => part ?? null)).digest('base64url'),
    keyOf: (nonce) => issueKey(mac('api key', idempotencyKey, nonce).digest().subarray(0, keyBytes)),
  };
}
