import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '@rest-stop/contracts/errors.ts';
import { StartupError } from '@rest-stop/runtime/env.ts';
import type { Reason } from '@rest-stop/runtime/insecure.ts';
import { replayOf } from '@rest-stop/runtime/redis-replay.ts';
import type { RedisConnection } from './redis-connection.ts';
import { someVisit } from './scripts.ts';

/**
 * Why this Redis should not be used in production: it may evict, or does not say; or it forgets its visits when it restarts. In a Cluster one node
 * is asked, for all are set alike. Waits for a Redis that is away, at most `waitMs`. @throws StartupError with one clear line
 */
export async function insecureRedis(redis: RedisConnection, waitMs: number): Promise<Reason[]> {
  const giveUpAt = performance.now() + waitMs;
  for (;;) {
    try {
      const evicts = await mayEvict(redis);
      const forgets = (await replayOf(redis.send, someVisit)) === 'refused';
      return [...(evicts ? ['redis-evicts' as const] : []), ...(forgets ? ['redis-forgets' as const] : [])];
    } catch (error) {
      if (performance.now() >= giveUpAt) throw new StartupError('cannot use Redis (no answer)', { cause: error });
      await sleep(500);
    }
  }
}

async function mayEvict(redis: RedisConnection): Promise<boolean> {
  try {
    return !/^maxmemory_policy:noeviction\r?$/m.test(String(await redis.send(['INFO', 'memory'])));
  } catch (error) {
    if (error instanceof ApiError) throw error;
    // Redis has answered, and does not say.
    return true;
  }
}
