import { RestStopError } from './error.ts';
import type { Receipt, ReceiptKey } from './interface.ts';

/** What a check of a receipt found out; `reason` says in one sentence why it is not genuine. */
export type ReceiptCheck = { genuine: true } | { genuine: false; reason: string };

/** Whether `receipt`, which may also stand in the whole answer of forget, was signed with one of `keys` and is unchanged. */
export async function checkReceipt(receipt: unknown, keys: readonly ReceiptKey[]): Promise<ReceiptCheck> {
  const found = receiptIn(receipt);
  if (!found) return { genuine: false, reason: 'This is not an erasure receipt.' };
  const { signature, ...signed } = found;
  const key = keys.find(({ kid }) => kid === signed.key_id);
  if (!key) return { genuine: false, reason: `The keys do not include ${signed.key_id}, with which the receipt says it was signed.` };
  const bytes = bytesOf(signature);
  const isGenuine = bytes !== undefined && (await verified(key, bytes, new TextEncoder().encode(canonicalJson(signed))));
  if (isGenuine) return { genuine: true };
  return { genuine: false, reason: 'The signature does not fit: the receipt was changed, or was never signed with this key.' };
}

async function verified({ kty, crv, x }: ReceiptKey, signature: Uint8Array<ArrayBuffer>, data: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const { subtle } = globalThis.crypto;
  const key = await subtle.importKey('jwk', { kty, crv, x }, { name: 'Ed25519' }, false, ['verify']).catch((cause: unknown) => {
    throw new RestStopError('not_supported', 'The WebCrypto of this platform has no Ed25519, or the key is none.', { cause });
  });
  return subtle.verify({ name: 'Ed25519' }, key, signature, data);
}

function receiptIn(document: unknown): Receipt | undefined {
  if (typeof document !== 'object' || document === null) return undefined;
  const candidate = 'receipt' in document ? document.receipt : document;
  if (typeof candidate !== 'object' || candidate === null) return undefined;
  const { id, forgotten_at, counts, confirmed, key_id, signature, ...others } = candidate as Partial<Receipt>;
  const isOne = [id, forgotten_at, key_id, signature].every((word) => typeof word === 'string') && counts && Array.isArray(confirmed);
  return isOne && Object.keys(others).length === 0 ? (candidate as Receipt) : undefined;
}

/** The bytes of base64url without padding. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/.test(text)) return undefined;
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** The one spelling of `value` that everybody arrives at (RFC 8785): no white space, properties in the order of their UTF-16 code units. */
function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}
