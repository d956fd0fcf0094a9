import type { KeyObject } from 'node:crypto';
import type { ReceiptKey } from '@rest-stop/contracts/identity.ts';
import type { Database } from '@rest-stop/runtime/postgres/pool.ts';
import { exportKey, newSigningKey, publicHalf, receiptKey, signingKey } from './signing-key.ts';
import { announceKey, knownKeys, storedKey } from './store.ts';

/** What receipts are signed with. */
export type ReceiptKeyring = {
  /** The present private key. */
  present(): Promise<KeyObject>;
  /** Every key that receipts were ever signed with, the present one first. */
  published(): Promise<ReceiptKey[]>;
};

/** The keyring of all instances on `db`. Without a `configured` key one is made, once, and kept in the database. */
export function receiptKeyring(db: Database, configured: KeyObject | undefined, now: () => Date): ReceiptKeyring {
  let opened: Promise<KeyObject> | undefined;

  async function open(): Promise<KeyObject> {
    if (!configured) return signingKey.parse(await storedKey(db, () => made(newSigningKey())));
    const { kid, x } = publicHalf(configured);
    await announceKey(db, { keyId: kid, publicKey: x, privateKey: null, at: now() });
    return configured;
  }

  function made(key: KeyObject) {
    const { kid, x } = publicHalf(key);
    return { keyId: kid, publicKey: x, privateKey: exportKey(key), at: now() };
  }

  function present(): Promise<KeyObject> {
    opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  }

  return {
    present,
    async published() {
      const { x: first } = publicHalf(await present());
      const others = (await knownKeys(db)).filter((x) => x !== first);
      return [first, ...others].map(receiptKey);
    },
  };
}
