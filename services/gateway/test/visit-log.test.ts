import { embeddedDatabase } from '@rest-stop/testing/embedded-database.ts';
import { describeWith } from '@rest-stop/testing/servers/suites.ts';
import { migrate } from '@rest-stop/runtime/postgres/migrate.ts';
import type { Database } from '@rest-stop/runtime/postgres/pool.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RedisConnection } from '../src/admission/redis-connection.ts';
import { redisVisitLog } from '../src/admission/redis-visit-log.ts';
import { keysOf } from '../src/admission/scripts.ts';
import { sqlVisitLog } from '../src/admission/sql-visit-log.ts';
import type { VisitLog } from '../src/admission/visit-log.ts';
import { migrations } from '../src/migrations.ts';
import { behaviours, knownKey, newKeyHash, type Open, reopenAfterMs } from './behaviours.ts';
import { patientRedis, quiet } from './harness.ts';

/** Visit logs that lack one guarantee each. The behaviour that is named has to notice it. */
const mutants: Record<string, { caughtBy: string; break(log: VisitLog, clock: { ms: number }): VisitLog }> = {
  'fills whatever lease is shown': {
    caughtBy: 'an answer read before a revocation never makes the key known after it',
    break: (log) => ({
      ...log,
      async fill(keyHash, lease, agent) {
        const visit = await log.admit(keyHash, 'probe');
        return log.fill(keyHash, visit.kind === 'unknown' ? visit.lease : lease, agent);
      },
    }),
  },
  'tells visits apart by their time': {
    caughtBy: 'visits in the same millisecond all count',
    break: (log, clock) => ({ ...log, admit: (keyHash) => log.admit(keyHash, String(clock.ms)) }),
  },
  'counts a refused visit': {
    caughtBy: 'refused visits leave no trace: the end of the block does not move',
    break: (log, clock) => ({
      ...log,
      async admit(keyHash, member) {
        const visit = await log.admit(keyHash, member);
        return visit.kind === 'limited' ? { ...visit, freesAtMs: clock.ms + 60_000 } : visit;
      },
    }),
  },
  'does not revoke': {
    caughtBy: 'a revoked key is not known, and not fillable for a while',
    break: (log) => ({ ...log, revoke: async () => {} }),
  },
};

function suite(open: () => Open): void {
  for (const [name, behaviour] of Object.entries(behaviours)) test(name, () => behaviour(open()));

  for (const [name, mutant] of Object.entries(mutants)) {
    test(`one that ${name} is caught`, async () => {
      const openBroken: Open = (limits, clock) => {
        const { log, reopen } = open()(limits, clock);
        return { log: mutant.break(log, clock), reopen };
      };
      await expect(behaviours[mutant.caughtBy]?.(openBroken)).rejects.toThrow();
    });
  }
}

describe('the visit log in the embedded database', () => {
  let db: Database;
  const opened: VisitLog[] = [];
  beforeAll(async () => {
    db = await embeddedDatabase();
    await migrate(db, migrations.schema, migrations.directory);
  });
  afterAll(async () => {
    await Promise.all(opened.map((log) => log.close()));
    await db?.close();
  });

  suite(() => (limits, clock) => {
    const log = sqlVisitLog({ db, limits, log: quiet, now: () => clock.ms + (clock.aheadMs ?? 0), steady: () => clock.ms });
    opened.push(log);
    return {
      log,
      reopen: async () => {
        clock.ms += reopenAfterMs;
      },
    };
  });
});

describeWith(['redis'], 'the visit log on Redis', ({ redis }) => {
  let connection: RedisConnection;
  beforeAll(async () => {
    connection = await patientRedis(redis.url);
  });
  afterAll(() => connection?.close());

  suite(() => (limits, clock) => ({
    log: redisVisitLog(connection, limits, {
      now: () => clock.ms + (clock.aheadMs ?? 0),
      steady: () => clock.ms,
      wall: () => clock.ms,
    }),
    reopen: async (keyHash) => void (await connection.send(['DEL', keysOf(keyHash)[3]])),
  }));

  test("by the server's own clock, a retry at the promised time passes", async () => {
    const log = redisVisitLog(connection, { requests: 1, windowSeconds: 1 });
    const keyHash = await knownKey(log);
    await log.admit(keyHash, 'first');
    const visit = await log.admit(keyHash, 'second');
    if (visit.kind !== 'limited') throw new Error(visit.kind);
    await new Promise((resolve) => setTimeout(resolve, visit.freesAtMs - visit.nowMs + 1));
    expect((await log.admit(keyHash, 'third')).kind).toBe('admitted');
  });

  test('every record expires by itself', async () => {
    const log = redisVisitLog(connection, { requests: 1, windowSeconds: 60 });
    const keyHash = await knownKey(log);
    await log.admit(keyHash, 'first');
    const rotated = newKeyHash();
    const miss = await log.admit(rotated, 'm');
    if (miss.kind === 'unknown') await log.point(rotated, miss.lease, keyHash);
    for (const key of [...keysOf(keyHash).slice(0, 3), keysOf(rotated)[4]])
      expect(Number(await connection.send(['PTTL', key]))).toBeGreaterThan(0);
    await log.erase(keyHash);
    expect(Number(await connection.send(['PTTL', keysOf(keyHash)[3]]))).toBeGreaterThan(0);
  });

  test('survives the loss of its scripts', async () => {
    const log = redisVisitLog(connection, { requests: 5, windowSeconds: 60 });
    const keyHash = await knownKey(log);
    await connection.send(['SCRIPT', 'FLUSH']);
    expect((await log.admit(keyHash, 'first')).kind).toBe('admitted');
    await connection.send(['SCRIPT', 'FLUSH']);
    expect(await log.erase(keyHash)).toBe(1);
  });
});
