import { randomBytes } from 'node:crypto';
import { type Db, exec, maybe, one, sql } from '@rest-stop/runtime/postgres/sql.ts';
import { z } from 'zod';

const Claimed = z.object({ nonce: z.string() });
const Claim = z.object({ request_hash: z.string(), nonce: z.string() });
export type Claim = z.output<typeof Claim>;

type Attempt = { keyHash: string; requestHash: string; nonce: string; now: Date; expiresAt: Date };

/**
 * Claims the Idempotency-Key for this registration and returns undefined; if an earlier registration has claimed it and has not expired, returns
 * that claim. When several transactions claim it at once, the first gets it and the others wait until that one has ended.
 */
export async function claim(tx: Db, { keyHash, requestHash, nonce, now, expiresAt }: Attempt): Promise<Claim | undefined> {
  const claimed = await maybe(
    tx,
    Claimed,
    sql`
      insert into identity.idempotent_registration (idempotency_key_hash, request_hash, nonce, expires_at)
      values (${keyHash}, ${requestHash}, ${nonce}, ${expiresAt})
      on conflict (idempotency_key_hash) do update
      set request_hash = excluded.request_hash, nonce = excluded.nonce, expires_at = excluded.expires_at
      where idempotent_registration.expires_at <= ${now}
      returning nonce
    `,
  );
  if (claimed) return undefined;
  return one(tx, Claim, sql`select request_hash, nonce from identity.idempotent_registration where idempotency_key_hash = ${keyHash}`);
}

/** Deletes the expired claims; returns how many there were. */
export function deleteExpired(db: Db, now: Date): Promise<number> {
  return exec(db, sql`delete from identity.idempotent_registration where expires_at <= ${now}`);
}

/** The secret of this deployment: generated at the first call, then the same for all instances. */
export async function readOrMakeSecret(db: Db): Promise<string> {
  const Row = z.object({ secret: z.string() });
  const made = randomBytes(32).toString('base64url');
  await exec(db, sql`insert into identity.derivation_secret (secret) values (${made}) on conflict do nothing`);
  return (await one(db, Row, sql`select secret from identity.derivation_secret`)).secret;
}
