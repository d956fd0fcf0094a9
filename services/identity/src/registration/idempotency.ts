import { createHmac, randomBytes } from 'node:crypto';
import { type IssuedKey, issueKey, keyBytes } from './api-key.ts';

/** How long a retry gets the same answer. */
export const validityMs = 600_000;

/** The hashes under which a registration with an Idempotency-Key is stored, and the function that derives its API key. */
export type Idempotent = {
  keyHash: string;
  requestHash: string;
  /** The API key for `nonce`. It cannot be derived without the client's Idempotency-Key. */
  keyOf(nonce: string): IssuedKey;
};

export const randomNonce = (): string => randomBytes(16).toString('base64url');

/**
 * Derives all three with HMAC-SHA-256 (RFC 2104) under `secret`, each with a label of its own, so that none reveals anything about another.
 * @param request the parts of the request that must be the same in a retry
 */
export function idempotent(secret: string, idempotencyKey: string, request: readonly (string | undefined)[]): Idempotent {
  const mac = (...parts: unknown[]) => createHmac('sha256', secret).update(JSON.stringify(parts));
  return {
    keyHash: mac('idempotency key', idempotencyKey).digest('base64url'),
    requestHash: mac('request', idempotencyKey, ...request.map((part) => part ?? null)).digest('base64url'),
    keyOf: (nonce) => issueKey(mac('api key', idempotencyKey, nonce).digest().subarray(0, keyBytes)),
  };
}
