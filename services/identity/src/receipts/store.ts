import { timestamp } from '@rest-stop/runtime/postgres/columns.ts';
import type { Database } from '@rest-stop/runtime/postgres/pool.ts';
import { type Db, exec, many, maybe, sql } from '@rest-stop/runtime/postgres/sql.ts';
import { z } from 'zod';

const Stored = z.object({ private_key: z.string() });
const Known = z.object({ public_key: z.string(), created_at: timestamp, retired_at: timestamp.nullable() });
export type KnownKey = z.output<typeof Known>;
const State = z.object({ pending: z.array(z.string()), expires_at: timestamp });

export type NewKey = { keyId: string; publicKey: string; privateKey: string | null; at: Date };

/** The stored private key; where there is none, `make` generates one, which is stored. All instances get the same one. */
export function getOrCreatePrivateKey(db: Database, make: () => NewKey & { privateKey: string }): Promise<string> {
  return db.transaction(async (tx) => {
    await exec(tx, sql`select pg_advisory_xact_lock(hashtextextended('identity.receipt_key', 0))`);
    const stored = await maybe(
      tx,
      Stored,
      sql`select private_key from identity.receipt_key where private_key is not null order by created_at desc limit 1`,
    );
    if (stored) return stored.private_key;
    const made = make();
    await insertKey(tx, made);
    await changeTo(tx, made);
    return made.privateKey;
  });
}

/** Adds the public part of a configured key, from when on no other signs, and deletes private keys that were generated before one was configured. */
export function publishKey(db: Database, key: NewKey): Promise<void> {
  return db.transaction(async (tx) => {
    await insertKey(tx, key);
    await exec(tx, sql`update identity.receipt_key set private_key = null where private_key is not null`);
    await changeTo(tx, key);
  });
}

/** Writes down that from now on this key signs and the others do not. */
async function changeTo(tx: Db, { keyId, at }: NewKey): Promise<void> {
  await exec(
    tx,
    sql`update identity.receipt_key set retired_at = case when key_id = ${keyId} then null else coalesce(retired_at, ${at}) end`,
  );
}

async function insertKey(tx: Db, { keyId, publicKey, privateKey, at }: NewKey): Promise<void> {
  await exec(
    tx,
    sql`insert into identity.receipt_key (key_id, public_key, private_key, created_at) values (${keyId}, ${publicKey}, ${privateKey}, ${at})
        on conflict (key_id) do nothing`,
  );
}

/** Every public key whose private key ever signed a receipt, the newest first. */
export function listPublicKeys(db: Db): Promise<KnownKey[]> {
  return many(db, Known, sql`select public_key, created_at, retired_at from identity.receipt_key order by created_at desc, key_id`);
}

/** What is pending of the erasure that a receipt is for; undefined when there is no such receipt, or no longer. */
export function readState(db: Db, id: string, now: Date): Promise<z.output<typeof State> | undefined> {
  return maybe(db, State, sql`select pending, expires_at from identity.receipt where id = ${id} and expires_at > ${now}`);
}

/** Deletes the states that have expired; returns how many there were. */
export function deleteExpiredStates(db: Db, now: Date): Promise<number> {
  return exec(db, sql`delete from identity.receipt where expires_at <= ${now}`);
}
