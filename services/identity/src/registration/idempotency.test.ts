import { apiKeyPattern } from '@rest-stop/contracts/agent.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomNonce, idempotent } from './idempotency.ts';

const secret = 'a secret of more than thirty-two characters';
const idempotencyKey = fc.stringMatching(/^[!-~]{16,64}$/);
const parts = fc.array(fc.option(fc.string(), { nil: undefined }), { minLength: 1, maxLength: 5 });

test('the same secret, Idempotency-Key, request and nonce lead to the same hashes and the same key', () => {
  fc.assert(
    fc.property(idempotencyKey, parts, (key, request) => {
      const [once, again] = [idempotent(secret, key, request), idempotent(secret, key, request)];
      const nonce = randomNonce();
      expect([again.keyHash, again.requestHash, again.keyOf(nonce)]).toEqual([once.keyHash, once.requestHash, once.keyOf(nonce)]);
      expect(once.keyOf(nonce).plaintext).toMatch(apiKeyPattern);
    }),
  );
});

test('a difference in any of them leads elsewhere', () => {
  fc.assert(
    fc.property(idempotencyKey, idempotencyKey, parts, parts, (key, otherKey, request, otherRequest) => {
      fc.pre(key !== otherKey && JSON.stringify(request) !== JSON.stringify(otherRequest));
      const one = idempotent(secret, key, request);
      const [nonce, otherNonce] = [randomNonce(), randomNonce()];
      expect(one.keyOf(otherNonce).plaintext).not.toBe(one.keyOf(nonce).plaintext);
      for (const other of [idempotent(secret, otherKey, request), idempotent(`${secret}.`, key, request)]) {
        expect(other.keyHash).not.toBe(one.keyHash);
        expect(other.keyOf(nonce).plaintext).not.toBe(one.keyOf(nonce).plaintext);
      }
      expect(idempotent(secret, key, otherRequest).requestHash).not.toBe(one.requestHash);
    }),
  );
});

test('an absent part of the request is not an empty one', () => {
  const hashOf = (...request: (string | undefined)[]) => idempotent(secret, 'k'.repeat(16), request).requestHash;
  expect(new Set([hashOf(undefined, 'a'), hashOf('', 'a'), hashOf('a', undefined), hashOf('a', '')]).size).toBe(4);
});
