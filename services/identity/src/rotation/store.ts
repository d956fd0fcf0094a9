import { type Db, exec, sql } from '@rest-stop/runtime/postgres/sql.ts';
import type { IssuedKey } from '../registration/api-key.ts';

/**
 * Gives the agent `key` in the place of the one with the hash `presented`. False when that is not its key any more: the agent was forgotten, or
 * another rotation came first.
 */
export async function replaceKey(db: Db, agent: string, presented: string, { hash, prefix }: IssuedKey): Promise<boolean> {
  const replaced = await exec(
    db,
    sql`
      update identity.agent
      set api_key_hash = ${hash}, api_key_prefix = ${prefix}, first_key_hash = coalesce(first_key_hash, api_key_hash)
      where uuid = ${agent} and api_key_hash = ${presented}
    `,
  );
  return replaced > 0;
}
