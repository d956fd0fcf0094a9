import { randomUUID } from 'node:crypto';
import type { Agent } from '@rest-stop/contracts/agent.ts';
import { interval } from '@rest-stop/runtime/lifecycle.ts';
import type { Log } from '@rest-stop/runtime/log.ts';
import { bigint } from '@rest-stop/runtime/postgres/columns.ts';
import type { Database } from '@rest-stop/runtime/postgres/pool.ts';
import { type Db, exec, one, sql } from '@rest-stop/runtime/postgres/sql.ts';
import { z } from 'zod';
import { clockFloor, maxAheadMs } from './clock-floor.ts';
import { ExpiringMap } from './expiring-map.ts';
import { type AdmitResult, closingTtlMs, entryTtlMs, leaseTtlMs, type VisitLimits, type VisitLog } from './visit-log.ts';

const maxKeys = 10_000;
const rollOffEveryMs = 600_000;
const Tally = z.object({ admitted: z.boolean(), used: bigint, oldest_ms: bigint });
const Count = z.object({ count: bigint });

type Options = { db: Database; limits: VisitLimits; log: Log; now?: () => number; steady?: () => number };

/**
 * The visit log of a single gateway process: visits in the database `db` (schema `gateway`), known keys and leases in memory.
 * Two gateways cannot share it: a key revoked in one would stay known in the other.
 */
export function sqlVisitLog({ db, limits, log, now: clock = Date.now, steady }: Options): VisitLog {
  const floor = clockFloor(steady, clock);
  const now = () => {
    const ms = Math.max(clock(), floor.ms());
    floor.observe(ms);
    return ms;
  };
  const windowMs = limits.windowSeconds * 1_000;
  // All but `logs` by the hash of the agent's first key.
  const known = new ExpiringMap<{ keyHash: string; agent: Agent }>(entryTtlMs, maxKeys);
  const leases = new ExpiringMap<string>(leaseTtlMs, maxKeys);
  const closing = new ExpiringMap<string>(closingTtlMs, maxKeys);
  const logs = new ExpiringMap<string>(entryTtlMs, maxKeys);
  const rollingOff = interval(rollOffEveryMs, log, 'visit roll-off', () => exec(db, rollOff(now() - windowMs)));

  function agentOf(keyHash: string, log: string, nowMs: number): Agent | undefined {
    const entry = known.get(log, nowMs);
    return entry?.keyHash === keyHash ? entry.agent : undefined;
  }

  function miss(keyHash: string, log: string): AdmitResult {
    if (closing.get(log, now()) === keyHash) return { kind: 'closing' };
    const elsewhere = logs.get(log, now());
    if (elsewhere) return { kind: 'elsewhere', log: elsewhere };
    const lease = leases.get(log, now()) ?? randomUUID();
    if (!leases.get(log, now())) leases.set(log, lease, now());
    return { kind: 'unknown', lease };
  }

  function revoke(keyHash: string, log: string): void {
    logs.delete(keyHash);
    for (const one of [log, keyHash]) {
      known.delete(one);
      leases.delete(one);
      closing.set(one, keyHash, now());
    }
  }

  return {
    async admit(keyHash, member, log = keyHash) {
      if (!agentOf(keyHash, log, now())) return miss(keyHash, log);
      return db.transaction(async (tx) => {
        await lock(tx, log);
        const nowMs = now();
        // Asked again under the lock: if the key was erased while this waited, a visit added now would never be deleted.
        const agent = agentOf(keyHash, log, nowMs);
        if (!agent) return miss(keyHash, log);
        await exec(tx, setRight(log, floor.own(), nowMs));
        const tally = await one(tx, Tally, count({ keyHash: log, member, nowMs, windowMs, limit: limits.requests }));
        const kind = tally.admitted ? 'admitted' : 'limited';
        return { kind, agent, used: tally.used, freesAtMs: tally.oldest_ms + windowMs, nowMs };
      });
    },
    async fill(keyHash, lease, agent, log = keyHash) {
      if (leases.get(log, now()) !== lease) return false;
      known.set(log, { keyHash, agent }, now());
      return true;
    },
    async point(keyHash, lease, log) {
      if (leases.get(keyHash, now()) === lease) logs.set(keyHash, log, now());
    },
    async revoke(keyHash, log = keyHash) {
      revoke(keyHash, log);
    },
    async erase(keyHash, log = keyHash) {
      revoke(keyHash, log);
      return db.transaction(async (tx) => {
        await lock(tx, log);
        return exec(tx, sql`delete from gateway.visit where key_hash = ${log}`);
      });
    },
    async left(keyHash, log = keyHash) {
      const { count } = await one(db, Count, sql`select count(*) as count from gateway.visit where key_hash = ${log}`);
      const inMemory = [known.get(log, now()), leases.get(log, now()), leases.get(keyHash, now()), logs.get(keyHash, now())];
      return count + new Set(inMemory.filter((one) => one !== undefined)).size;
    },
    close: () => rollingOff.close(),
  };
}

/** Makes the transactions about one key run one after the other. */
async function lock(tx: Db, keyHash: string): Promise<void> {
  await exec(tx, sql`select pg_advisory_xact_lock(hashtextextended(${keyHash}, 1))`);
}

type Counting = { keyHash: string; member: string; nowMs: number; windowMs: number; limit: number };

/**
 * Counts one visit by the same rules as the Redis script: the time is never before the newest visit, a member counts once, and a refused
 * request adds nothing. `oldest_ms` is the time of the visit that has to leave the window before one more is admitted.
 */
function count({ keyHash, member, nowMs, windowMs, limit }: Counting) {
  return sql`
    with clock as (
      select greatest(${nowMs}::bigint, max(visited_at_ms)) as now_ms from gateway.visit where key_hash = ${keyHash}
    ), live as (
      select visited_at_ms, member from gateway.visit, clock where key_hash = ${keyHash} and visited_at_ms > now_ms - ${windowMs}::bigint
    ), tally as (
      select count(*) as used, coalesce(bool_or(member = ${member}), false) as again from live
    ), added as (
      insert into gateway.visit (key_hash, member, visited_at_ms)
      select ${keyHash}, ${member}, now_ms from clock, tally where not again and used < ${limit}::bigint
      on conflict (key_hash, member) do update set visited_at_ms = excluded.visited_at_ms
      returning visited_at_ms
    )
    select
      again or exists (select from added) as admitted,
      used + (select count(*) from added) as used,
      coalesce(
        (select visited_at_ms from live order by visited_at_ms
         offset (select case when again then 0 else greatest(used - ${limit}::bigint, 0) end) limit 1),
        (select visited_at_ms from added)
      ) as oldest_ms
    from tally`;
}

/** As the Redis script does it: visits of a clock that was more than a day ahead of the process's own get the latest time that it may be. */
function setRight(keyHash: string, ownMs: number, nowMs: number) {
  const latestMs = Math.max(ownMs, nowMs);
  return sql`
    update gateway.visit set visited_at_ms = ${latestMs}::bigint
    where key_hash = ${keyHash} and visited_at_ms > ${latestMs}::bigint and exists (
      select from gateway.visit where key_hash = ${keyHash} and visited_at_ms > ${ownMs + maxAheadMs}::bigint
    )`;
}

function rollOff(beforeMs: number) {
  return sql`delete from gateway.visit where visited_at_ms <= ${beforeMs}`;
}
