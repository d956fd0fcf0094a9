import { erasureConfirmers } from '@rest-stop/contracts/identity.ts';
import { bigint } from '@rest-stop/runtime/postgres/columns.ts';
import { type Db, exec, one, sql } from '@rest-stop/runtime/postgres/sql.ts';
import { z } from 'zod';
import type { Entry } from './entries.ts';

/** Stands for the hash of a key that is not known any more: no key has this hash. */
const unusedKeyHash = '0'.repeat(64);

const Position = z.object({ position: bigint });
const Replayed = z.object({ deleted: bigint, recorded: bigint });

/** How many erasures this database has recorded. */
export async function readPosition(db: Db): Promise<number> {
  const { position } = await one(db, Position, sql`select position from identity.journal_position`);
  return position;
}

const Used = z.object({ used: z.boolean() });

/** Whether this database has, or had, any agent. */
export async function isUsed(db: Db): Promise<boolean> {
  const { used } = await one(
    db,
    Used,
    sql`select exists (select from identity.agent) or (select position > 0 from identity.journal_position) as used`,
  );
  return used;
}

/** Records that the database has all erasures up to `position`. */
export async function raisePosition(tx: Db, position: number): Promise<void> {
  await exec(tx, sql`update identity.journal_position set position = greatest(position, ${position}::bigint)`);
}

/**
 * Deletes every agent of `entries` that is in the database and records its erasure, so that the relay sends it to all services. An entry whose
 * agent is not there is recorded if the database does not know that erasure yet, or if `all` is set. Returns both counts.
 */
export function replayEntries(tx: Db, entries: readonly Entry[], all: boolean): Promise<z.output<typeof Replayed>> {
  const agents = entries.map(({ agent }) => agent);
  const positions = entries.map(({ position }) => Math.max(position, 1));
  return one(
    tx,
    Replayed,
    sql`
      with entry as materialized (
        select * from unnest(${agents}::uuid[], ${positions}::bigint[]) as entry (agent, position)
      ), gone as (
        delete from identity.agent using entry where uuid = entry.agent returning uuid, api_key_hash, first_key_hash
      ), recorded as (
        insert into identity.erasure (agent, key_hash, present_key_hash, pending, requested_at, next_try_at, position, journaled)
        select
          entry.agent, coalesce(first_key_hash, api_key_hash, ${unusedKeyHash}), case when first_key_hash is not null then api_key_hash end,
          ${[...erasureConfirmers]}::text[], now(), now(), entry.position, true
        from entry left join gone on gone.uuid = entry.agent
        where ${all}::boolean or gone.uuid is not null or entry.position > (select position from identity.journal_position)
        on conflict (agent) do update set pending = excluded.pending, next_try_at = excluded.next_try_at, journaled = true
        returning agent
      )
      select (select count(*) from gone) as deleted, (select count(*) from recorded) as recorded
    `,
  );
}
