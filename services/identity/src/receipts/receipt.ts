import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { Receipt, type ReceiptKey } from '@rest-stop/contracts/identity.ts';
import { canonicalJson } from './canonical-json.ts';
import { publicKeyOf } from './signing-key.ts';

/** What a receipt states, before it is signed. */
export type Statement = Omit<Receipt, 'key_id' | 'signature'>;

/** Signs all properties of the receipt, `key_id` included. */
export function signReceipt(statement: Statement, key: KeyObject): Receipt {
  const signed = { ...statement, key_id: publicKeyOf(key).kid };
  return { ...signed, signature: sign(null, signedBytes(signed), key).toString('base64url') };
}

/** Why `candidate` is not a receipt signed with one of `keys`, as a sentence; undefined when it is one. */
export function receiptProblem(candidate: unknown, keys: readonly ReceiptKey[]): string | undefined {
  const parsed = Receipt.safeParse(candidate);
  if (!parsed.success) return 'This is not an erasure receipt.';
  const { signature, ...signed } = parsed.data;
  const key = keys.find(({ kid }) => kid === signed.key_id);
  if (!key) return `The keys do not include ${signed.key_id}, with which the receipt says it was signed.`;
  const { kty, crv, x } = key;
  const publicKey = createPublicKey({ key: { kty, crv, x }, format: 'jwk' });
  const isGenuine = verify(null, signedBytes(signed), publicKey, Buffer.from(signature, 'base64url'));
  return isGenuine ? undefined : 'The signature does not fit: the receipt was changed, or was never signed with this key.';
}

function signedBytes(signed: Omit<Receipt, 'signature'>): Buffer {
  return Buffer.from(canonicalJson(signed));
}
