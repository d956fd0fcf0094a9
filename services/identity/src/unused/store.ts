import { erasureConfirmers } from '@rest-stop/contracts/identity.ts';
import { type Db, exec, one, sql } from '@rest-stop/runtime/postgres/sql.ts';
import { z } from 'zod';

const Taken = z.object({ taken: z.boolean() });

/** Whether this instance is the one that ends unused agents, until `tx` ends. */
export async function takeTurn(tx: Db): Promise<boolean> {
  return (await one(tx, Taken, sql`select pg_try_advisory_xact_lock(hashtextextended('identity.unused', 0)) as taken`)).taken;
}

/**
 * Deletes agents whose key was never used and that registered before `before`, the oldest first, and records an erasure of each, which the
 * relay takes from there. At most so many that `atMost` erasures are on record then: those that agents asked for do not have to wait behind them.
 * Returns how many it deleted.
 */
export function eraseUnused(tx: Db, before: Date, atMost: number): Promise<number> {
  return exec(
    tx,
    sql`
      with room as (
        select greatest(0, ${atMost}::int - count(*)) as rows from (select from identity.erasure limit ${atMost}) as open
      ), due as materialized (
        select uuid from identity.agent
        where not used and created_at < ${before}
        order by created_at
        limit (select rows from room)
        for update skip locked
      ), gone as (
        delete from identity.agent using due where agent.uuid = due.uuid returning agent.uuid, api_key_hash
      )
      insert into identity.erasure (agent, key_hash, pending, requested_at, next_try_at)
      select uuid, api_key_hash, ${[...erasureConfirmers]}::text[], now(), now() from gone
    `,
  );
}
