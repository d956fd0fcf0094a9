import { erasureConfirmers } from '@rest-stop/contracts/identity.ts';
import { bigint } from '@rest-stop/runtime/postgres/columns.ts';
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

const Page = z.object({ read: bigint, erased: bigint, last: z.string().nullable() });

/** What a page of agents held: how many agents, how many of them were erased, and the last one. */
type Page = z.output<typeof Page>;

/**
 * As `eraseUnused`, for agents that used their key but not since `before`. It looks at `pageSize` agents, those after `after` in the order of their
 * ids: when an agent was last seen changes with every visit, so no index holds it.
 */
export function eraseInactive(tx: Db, before: Date, atMost: number, after: string, pageSize: number): Promise<Page> {
  return one(
    tx,
    Page,
    sql`
      with room as (
        select greatest(0, ${atMost}::int - count(*)) as rows from (select from identity.erasure limit ${atMost}) as open
      ), page as materialized (
        select uuid from identity.agent where uuid > ${after}::uuid order by uuid limit ${pageSize}
      ), due as materialized (
        select uuid from identity.agent
        where used and last_seen_at < ${before} and uuid in (select uuid from page)
        limit (select rows from room)
        for update skip locked
      ), gone as (
        delete from identity.agent using due where agent.uuid = due.uuid returning agent.uuid, api_key_hash, first_key_hash
      ), recorded as (
        insert into identity.erasure (agent, key_hash, present_key_hash, pending, requested_at, next_try_at)
        select
          uuid, coalesce(first_key_hash, api_key_hash), case when first_key_hash is not null then api_key_hash end,
          ${[...erasureConfirmers]}::text[], now(), now()
        from gone
        returning agent
      )
      select
        (select count(*) from page) as read,
        (select count(*) from recorded) as erased,
        (select uuid from page order by uuid desc limit 1) as last
    `,
  );
}
