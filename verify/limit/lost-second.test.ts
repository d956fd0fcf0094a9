import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RedisOptions, startRedis } from '@rest-stop/testing/servers/redis.ts';
import { asService } from '@rest-stop/testing/servers/users.ts';
import { describeWithBinaries } from '@rest-stop/testing/servers/suites.ts';
import { expect, test } from 'vitest';
import { redisVisitLog } from '@rest-stop/gateway/admission/redis-visit-log.ts';
import { keysOf } from '@rest-stop/gateway/admission/scripts.ts';
import { someAgent } from '@rest-stop/gateway/test/behaviours.ts';
import { patientRedis } from '@rest-stop/gateway/test/harness.ts';
import { type Random, seeded } from '@rest-stop/testing/random.ts';

const seed = Number(process.env['REDIS_KILLS_SEED'] ?? 36);
const kills = Number(process.env['REDIS_KILLS'] ?? 3);
const limits = { requests: 1_000_000, windowSeconds: 604_800 };
const keyHash = 'a'.repeat(64);
const lanes = 4;

/** A visit that was let in, and when that was known; times by this machine's clock. */
type Admitted = { member: string; atMs: number };
type Killed = { admitted: Admitted[]; kept: Set<string>; killedAtMs: number };

/** Lets visits in without a pause, kills Redis amid them, starts it on what it left and reads which visits it knows. */
async function killOnce(dir: string, options: RedisOptions, round: number, random: Random): Promise<Killed> {
  const server = await startRedis({ dir, ...options });
  const connection = await patientRedis(asService('redis', server.url, 'gateway'));
  const log = redisVisitLog(connection, limits);
  const first = await log.admit(keyHash, `${round}-first`);
  if (first.kind === 'unknown') await log.fill(keyHash, first.lease, someAgent());

  const admitted: Admitted[] = [];
  let killed = false;
  const visiting = Array.from({ length: lanes }, async (_, lane) => {
    for (let n = 0; !killed; n++) {
      const member = `${round}-${lane}-${n}`;
      const visit = await log.admit(keyHash, member).catch(() => undefined);
      if (visit?.kind === 'admitted') admitted.push({ member, atMs: Date.now() });
    }
  });
  // From the first visit on: on a busy machine that one may come late, and there must be some that are older than a second.
  while (admitted.length === 0) await sleep(5);
  await sleep(random.between(1_100, 1_700));
  const killedAtMs = Date.now();
  await server.kill('SIGKILL');
  killed = true;
  await Promise.all(visiting);
  await connection.close();

  const again = await startRedis({ dir, ...options });
  const reader = await patientRedis(again.url);
  const kept = new Set((await reader.send(['ZRANGE', keysOf(keyHash)[1], '0', '-1'])) as string[]);
  await reader.close();
  await again.kill('SIGKILL');
  return { admitted, kept, killedAtMs };
}

/** Visits that are lost though they were let in more than a second before the kill. */
function wronglyLost({ admitted, kept, killedAtMs }: Killed): Admitted[] {
  return admitted.filter(({ member, atMs }) => !kept.has(member) && atMs < killedAtMs - 1_000);
}

/** Where writing costs nothing, if there is such a place: on a disk that is slow, Redis itself puts its writing off for up to another second. */
const place = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

describeWithBinaries(['redis'], `Redis killed while it writes its log every second (seed ${seed})`, () => {
  test('loses no visit that is more than a second old, however often', async () => {
    const dir = mkdtempSync(join(place, 'rest-stop-redis-'));
    const random = seeded(seed);
    const before = new Set<string>();
    for (let round = 0; round < kills; round++) {
      const result = await killOnce(dir, {}, round, random);
      expect(result.admitted.length).toBeGreaterThan(50);
      expect(wronglyLost(result)).toEqual([]);
      expect([...before].filter((member) => !result.kept.has(member))).toEqual([]);
      for (const member of result.kept) before.add(member);
    }
    rmSync(dir, { recursive: true });
  });

  test('would be seen to lose more without the log', async () => {
    const dir = mkdtempSync(join(place, 'rest-stop-redis-'));
    const result = await killOnce(dir, { args: ['--appendonly', 'no'] }, 0, seeded(seed));
    expect(wronglyLost(result).length).toBeGreaterThan(0);
    rmSync(dir, { recursive: true });
  });

  test('would be seen to lose more with a default user who may do nothing, by whom Redis replays', async () => {
    const dir = mkdtempSync(join(place, 'rest-stop-redis-'));
    const acl = (shipped: string) => shipped.replace(/^user default .*$/m, 'user default off');
    const result = await killOnce(dir, { acl }, 0, seeded(seed));
    expect(wronglyLost(result).length).toBeGreaterThan(0);
    rmSync(dir, { recursive: true });
  });
});
