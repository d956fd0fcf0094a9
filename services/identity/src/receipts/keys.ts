import type { KeyObject } from 'node:crypto';
import type { ReceiptKey } from '@rest-stop/contracts/identity.ts';
import type { Database } from '@rest-stop/runtime/postgres/pool.ts';
import { exportKey, newSigningKey, publicKeyOf, receiptKey, signingKey } from './signing-key.ts';
import { publishKey, listPublicKeys, getOrCreatePrivateKey } from './store.ts';

/** The keys that receipts are signed with. */
export type ReceiptKeyring = {
  /** The private key that signs now. */
  currentKey(): Promise<KeyObject>;
  /** Every public key that receipts were ever signed with, the current one first. */
  published(): Promise<ReceiptKey[]>;
};

/** The keyring that all instances on `db` share. Without a `configured` key one is generated once and kept in the database. */
export function receiptKeyring(db: Database, configured: KeyObject | undefined, now: () => Date): ReceiptKeyring {
  let loading: Promise<KeyObject> | undefined;

  async function load(): Promise<KeyObject> {
    if (!configured) return signingKey.parse(await getOrCreatePrivateKey(db, () => toNewKey(newSigningKey())));
    const { kid, x } = publicKeyOf(configured);
    await publishKey(db, { keyId: kid, publicKey: x, privateKey: null, at: now() });
    return configured;
  }

  function toNewKey(key: KeyObject) {
    const { kid, x } = publicKeyOf(key);
    return { keyId: kid, publicKey: x, privateKey: exportKey(key), at: now() };
  }

  function currentKey(): Promise<KeyObject> {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  }

  return {
    currentKey,
    async published() {
      const { x: current } = publicKeyOf(await currentKey());
      const known = await listPublicKeys(db);
      const inOrder = [...known.filter((key) => key.public_key === current), ...known.filter((key) => key.public_key !== current)];
      return inOrder.map(({ public_key, created_at, retired_at }) => ({
        ...receiptKey(public_key),
        valid_from: created_at,
        valid_until: retired_at,
      }));
    },
  };
}
