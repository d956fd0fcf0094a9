import type { RedisConnection } from './redis-connection.ts';

/** Why this Redis should not be used in production: it may evict, or does not say. In a Cluster one node is asked, for all are set alike. */
export async function insecureEviction(redis: RedisConnection): Promise<'redis-evicts' | undefined> {
  const memory = String(await redis.send(['INFO', 'memory']).catch(() => ''));
  return /^maxmemory_policy:noeviction\r?$/m.test(memory) ? undefined : 'redis-evicts';
}
