import { createHash, randomBytes } from 'node:crypto';
import { apiKeyPrefixChars, keyPrefix } from '@rest-stop/contracts/agent.ts';

/** A bearer key of 96 bits, and what may be kept of it. */
export type IssuedKey = {
  /** Shown once, then forgotten. */
  plaintext: string;
  /** SHA-256 of the whole key, in hexadecimal. */
  hash: string;
  /** Its first characters, to tell keys apart. */
  prefix: string;
};

export const keyBytes = 12;

/** The key made of `bits`: random ones, unless it has to be derivable again. */
export function issueKey(bits: Buffer = randomBytes(keyBytes)): IssuedKey {
  const plaintext = keyPrefix + bits.toString('hex');
  return {
    plaintext,
    hash: createHash('sha256').update(plaintext).digest('hex'),
    prefix: plaintext.slice(0, apiKeyPrefixChars),
  };
}
