import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '@rest-stop/contracts/errors.ts';
import { StartupError } from '@rest-stop/runtime/env.ts';
import type { RedisConnection } from './redis-connection.ts';

/**
 * Why this Redis should not be used in production: it may evict, or does not say. In a Cluster one node is asked, for all are set alike.
 * Waits for a Redis that is away, at most `waitMs`. @throws StartupError with one clear line
 */
export async function insecureEviction(redis: RedisConnection, waitMs: number): Promise<'redis-evicts' | undefined> {
  const giveUpAt = performance.now() + waitMs;
  for (;;) {
    try {
      const memory = String(await redis.send(['INFO', 'memory']));
      return /^maxmemory_policy:noeviction\r?$/m.test(memory) ? undefined : 'redis-evicts';
    } catch (error) {
      // Redis has answered, and does not say.
      if (!(error instanceof ApiError)) return 'redis-evicts';
      if (performance.now() >= giveUpAt) throw new StartupError('cannot use Redis (no answer)', { cause: error });
      await sleep(500);
    }
  }
}
