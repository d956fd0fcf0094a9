import { erasureConfirmers } from '@rest-stop/contracts/identity.ts';
import { bigint, timestamp } from '@rest-stop/runtime/postgres/columns.ts';
import type { Database } from '@rest-stop/runtime/postgres/pool.ts';
import { type Db, exec, many, maybe, one, sql } from '@rest-stop/runtime/postgres/sql.ts';
import { z } from 'zod';

/** An agent that is deleted here and must still be deleted by the services in `pending`. */
const Erasure = z.object({
  agent: z.string(),
  key_hash: z.string(),
  present_key_hash: z.string().nullable(),
  pending: z.array(z.string()),
  requested_at: timestamp,
  position: bigint,
  journaled: z.boolean(),
});
export type Erasure = z.output<typeof Erasure>;

/** The hashes of the first key that an agent had and, where that is another one, of the key that it has now. */
const Keys = z.object({ key_hash: z.string(), present_key_hash: z.string().nullable() });
export type Keys = z.output<typeof Keys>;
const Waiting = z.object({ pending: z.array(z.string()), journaled: z.boolean() });

/** For so long the relay leaves a new erasure to the request that recorded it, and a claimed one to the instance that claimed it. */
const graceSeconds = 3;
const claimSeconds = 5;

/** The receipt that is about to be given. */
export type NewReceipt = { id: string; expiresAt: Date };

export function keysOf(db: Db, agent: string): Promise<Keys | undefined> {
  return maybe(
    db,
    Keys,
    sql`
      select
        coalesce(first_key_hash, api_key_hash) as key_hash,
        case when first_key_hash is not null then api_key_hash end as present_key_hash
      from identity.agent
      where uuid = ${agent}
    `,
  );
}

/**
 * Deletes the agent and records the erasure in one statement: neither can happen without the other.
 * Undefined when the agent is gone already.
 * @param receipt default: nobody is given one, and no state is kept for it
 */
export function eraseAgent(db: Db, agent: string, receipt?: NewReceipt): Promise<Erasure | undefined> {
  return maybe(
    db,
    Erasure,
    sql`
      with gone as (delete from identity.agent where uuid = ${agent} returning uuid, api_key_hash, first_key_hash), state as (
        insert into identity.receipt (id, pending, expires_at)
        select ${receipt?.id ?? null}::uuid, ${[...erasureConfirmers]}::text[], ${receipt?.expiresAt ?? null}::timestamptz
        from gone where ${receipt !== undefined}::boolean
      )
      insert into identity.erasure (agent, key_hash, present_key_hash, pending, requested_at, next_try_at, receipt)
      select
        uuid, coalesce(first_key_hash, api_key_hash), case when first_key_hash is not null then api_key_hash end,
        ${[...erasureConfirmers]}::text[], now(), now() + make_interval(secs => ${graceSeconds}), ${receipt?.id ?? null}::uuid
      from gone
      returning agent, key_hash, present_key_hash, pending, requested_at, position, journaled
    `,
  );
}

/** The progress of an erasure since it was recorded. */
export type Progress = { confirmed: Iterable<string>; journaled: boolean };

/** Records the progress, and deletes the erasure's row when nothing is pending. Returns what is: names of services, or `journal`. */
export function recordConfirmations(db: Database, agent: string, { confirmed, journaled }: Progress): Promise<string[]> {
  return db.transaction(async (tx) => {
    const left = await maybe(
      tx,
      Waiting,
      sql`
        update identity.erasure
        set
          pending = array(select unnest(pending) except select unnest(${[...confirmed]}::text[])),
          journaled = journaled or ${journaled}
        where agent = ${agent}
        returning pending, journaled
      `,
    );
    const pending = left ? [...left.pending, ...(left.journaled ? [] : ['journal'])] : [];
    if (pending.length > 0) return pending;
    await exec(tx, sql`delete from identity.erasure where agent = ${agent}`);
    return [];
  });
}

/** Claims up to `limit` erasures that are due, the longest waiting first. Other instances skip them for a few seconds. */
export function claimErasures(db: Db, limit: number): Promise<Erasure[]> {
  return many(
    db,
    Erasure,
    sql`
      with due as materialized (
        select agent from identity.erasure
        where next_try_at <= now()
        order by next_try_at
        limit ${limit}
        for update skip locked
      )
      update identity.erasure
      set next_try_at = now() + make_interval(secs => ${claimSeconds})
      from due
      where erasure.agent = due.agent
      returning erasure.agent, key_hash, present_key_hash, pending, requested_at, position, journaled
    `,
  );
}

const WaitingInAll = z.object({ count: bigint, oldest_seconds: z.number() });

/** How many erasures wait for a confirmation, and for how long the oldest has. */
export function readWaiting(db: Db): Promise<z.output<typeof WaitingInAll>> {
  return one(
    db,
    WaitingInAll,
    sql`
      select count(*) as count, coalesce(extract(epoch from now() - min(requested_at)), 0)::float8 as oldest_seconds
      from identity.erasure
    `,
  );
}
