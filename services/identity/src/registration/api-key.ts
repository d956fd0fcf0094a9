import { createHash, randomBytes } from 'node:crypto';
import { apiKeyPrefixChars, keyPrefix } from '@rest-stop/contracts/agent.ts';

/** An API key of 96 bits, with the parts of it that may be stored. */
export type IssuedKey = {
  /** Shown to the agent once and never stored. */
  plaintext: string;
  /** SHA-256 of the whole key, in hexadecimal. */
  hash: string;
  /** Its first characters, by which an agent can name it. */
  prefix: string;
};

export const keyBytes = 12;

/** The key made of `bits`. They are random, unless the key has to be derived again for a retry. */
export function issueKey(bits: Buffer = randomBytes(keyBytes)): IssuedKey {
  const plaintext = keyPrefix + bits.toString('hex');
  return {
    plaintext,
    hash: createHash('sha256').update(plaintext).digest('hex'),
    prefix: plaintext.slice(0, apiKeyPrefixChars),
  };
}
