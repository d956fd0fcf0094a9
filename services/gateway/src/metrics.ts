import { ApiError } from '@rest-stop/contracts/errors.ts';
import { Counter, measureNow, type Registry } from '@rest-stop/runtime/metrics/registry.ts';
import { timed } from '@rest-stop/runtime/metrics/timed.ts';
import type { Admit } from './admission/admit.ts';
import { closed } from './admission/errors.ts';
import type { RedisConnection } from './admission/redis-connection.ts';
import type { BodyBudget } from './http/body-budget.ts';

/** Counts how admission decides about the requests that carry a key. No label comes from a key. */
export function countAdmissions(admit: Admit, registry: Registry): Admit {
  const admissions = new Counter({
    name: 'rest_stop_admissions_total',
    help: 'Decisions about requests with a key: admitted, limited, unknown, closed (destroyed seconds ago), unavailable.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of ['admitted', 'limited', 'unknown', 'closed', 'unavailable']) admissions.inc({ outcome }, 0);
  return async (keyHash, member) => {
    try {
      const admission = await admit(keyHash, member);
      admissions.inc({ outcome: admission.kind });
      return admission;
    } catch (error) {
      admissions.inc({ outcome: refusalOf(error) });
      throw error;
    }
  };
}

function refusalOf(error: unknown): 'closed' | 'unknown' | 'unavailable' {
  if (!(error instanceof ApiError) || error.code !== 'unauthorized') return 'unavailable';
  return error.details.cause === closed ? 'closed' : 'unknown';
}

/** The bodies in the memory of this process, and the room for them. */
export function measureBodies(bodies: BodyBudget, budgetBytes: number, registry: Registry): void {
  measureNow(registry, 'rest_stop_http_body_bytes', 'Bytes of bodies whose requests are not answered yet.', bodies.used);
  measureNow(registry, 'rest_stop_http_body_budget_bytes', 'Bytes that all bodies may take.', () => budgetBytes);
}

/** `redis`, with the times of its commands measured, a repetition after a lost connection included. */
export function measuredRedis(redis: RedisConnection, registry: Registry): RedisConnection {
  const time = timed(registry, 'rest_stop_redis_seconds', 'Time of a command to the Redis of the visit log.', 'kind');
  return { ...redis, send: (command) => time('script', redis.send(command)) };
}

/** What Redis has thrown out, and how full it is, by one question for each scrape. In a Cluster one node is asked. */
export function measureStore(redis: RedisConnection, registry: Registry): void {
  let asking: Promise<unknown> | undefined;
  const ask = () => (asking ??= redis.send(['INFO']).finally(() => (asking = undefined)));
  const measure = (name: string, help: string, field: string) =>
    measureNow(registry, name, help, async () => Number(new RegExp(`^${field}:(\\d+)`, 'm').exec(String(await ask()))?.[1]));
  measure('rest_stop_redis_evicted_keys', 'Keys that Redis has evicted since its start.', 'evicted_keys');
  measure('rest_stop_redis_memory_bytes', 'Bytes of memory that Redis uses.', 'used_memory');
  measure('rest_stop_redis_memory_limit_bytes', 'Bytes of memory that Redis may use (maxmemory); 0: no limit.', 'maxmemory');
}
