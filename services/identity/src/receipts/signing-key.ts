import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { ReceiptKey } from '@rest-stop/contracts/identity.ts';
import { z } from 'zod';
import { canonicalJson } from './canonical-json.ts';

/** A setting that holds an Ed25519 private key: PEM (line breaks also as `\n`), or its PKCS #8 DER in base64. */
export const signingKey = z.string().transform((text, context) => {
  const key = readKey(text);
  if (key?.asymmetricKeyType === 'ed25519') return key;
  context.addIssue({ code: 'custom', message: 'must be an Ed25519 private key: PEM, or PKCS #8 DER in base64' });
  return z.NEVER;
});

function readKey(text: string): KeyObject | undefined {
  try {
    if (text.includes('-----BEGIN')) return createPrivateKey(text.replaceAll('\\n', '\n'));
    return createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
  } catch {
    return undefined;
  }
}

export function newSigningKey(): KeyObject {
  return generateKeyPairSync('ed25519').privateKey;
}

/** The private key as text that `signingKey` can read. */
export function exportKey(key: KeyObject): string {
  return key.export({ format: 'der', type: 'pkcs8' }).toString('base64');
}

/** The public key of a private key. */
export function publicKeyOf(key: KeyObject): ReceiptKey {
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  return receiptKey(x);
}

/** The public key whose 32 bytes are `x` (base64url), named by its thumbprint (RFC 7638). */
export function receiptKey(x: string): ReceiptKey {
  const required = { crv: 'Ed25519', kty: 'OKP', x } as const;
  const kid = createHash('sha256').update(canonicalJson(required)).digest('base64url');
  return { ...required, kid, use: 'sig', alg: 'EdDSA' };
}
