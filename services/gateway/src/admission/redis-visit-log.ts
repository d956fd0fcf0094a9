import { randomUUID } from 'node:crypto';
import type { Agent } from '@rest-stop/contracts/agent.ts';
import { ApiError } from '@rest-stop/contracts/errors.ts';
import { clockFloor } from './clock-floor.ts';
import { unavailable } from './errors.ts';
import { ExpiringMap } from './expiring-map.ts';
import type { RedisConnection } from './redis-connection.ts';
import { admitScript, eraseScript, fillScript, historyLength, keysOf, leftScript, revokeScript, type Script } from './scripts.ts';
import { type AdmitResult, closingTtlMs, entryTtlMs, leaseTtlMs, type VisitLimits, type VisitLog } from './visit-log.ts';

type AdmitReply = ['closing'] | ['unknown', string] | ['admitted' | 'limited', string, number, number, number];

export type Clocks = {
  /** Milliseconds since the epoch. Default: the Redis server's clock, the only one that all gateways share. */
  now?: () => number;
  /** Milliseconds on a clock that is never set. Default: this process's. */
  steady?: () => number;
  /** Milliseconds since the epoch by this process's own clock. Default: the machine's. */
  wall?: () => number;
};

/** For so long an erasure is done again when another server takes over: it may not know of it. */
const rememberMs = 3_600_000;
const maxRemembered = 20_000;
const sweepMs = 60_000;

/** The visit log of any number of gateways on one Redis. Each request runs one script. */
export function redisVisitLog(redis: RedisConnection, limits: VisitLimits, { now, steady, wall }: Clocks = {}): VisitLog {
  const floor = clockFloor(steady, wall);
  const erased = new ExpiringMap<true>(rememberMs, maxRemembered);
  const forgetting = setInterval(() => erased.sweep(floor.own()), sweepMs).unref();
  const histories = new Set<string>();
  const limit = String(limits.requests);
  const windowMs = String(limits.windowSeconds * 1_000);

  async function run(script: Script, keyHash: string, ...args: string[]): Promise<unknown> {
    const rest = ['4', ...keysOf(keyHash), ...args];
    try {
      return await redis.send(['EVALSHA', script.sha, ...rest]).catch((error: unknown) => {
        if (isNoScript(error)) return redis.send(['EVAL', script.lua, ...rest]);
        throw error;
      });
    } catch (error) {
      // Whether Redis is read-only, loading, out of memory or gone makes no difference to a client.
      throw error instanceof ApiError ? error : unavailable(error);
    }
  }

  /** To be called with each history of writes that a server names. One that is new may hold again what was erased before it began. */
  async function notice(history: string): Promise<void> {
    if (histories.has(history)) return;
    histories.add(history);
    try {
      for (const keyHash of erased.keys()) await run(eraseScript, keyHash, String(closingTtlMs));
    } catch {
      // Redis is away again: the next request about an unknown key tries it anew.
      histories.delete(history);
    }
  }

  return {
    async admit(keyHash, member) {
      const times = [now ? String(now()) : '', String(floor.ms()), String(floor.own())];
      const reply = await run(admitScript, keyHash, member, limit, windowMs, randomUUID(), String(leaseTtlMs), ...times);
      const result = readReply(reply as AdmitReply);
      // Not waited for: a server that takes over knows no key, so each key's first request comes here.
      if (result.kind === 'unknown') void notice(result.lease.slice(0, historyLength));
      if ('nowMs' in result) floor.observe(result.nowMs);
      return result;
    },
    async fill(keyHash, lease, agent) {
      return (await run(fillScript, keyHash, lease, JSON.stringify(agent), String(entryTtlMs))) === 1;
    },
    async revoke(keyHash) {
      await run(revokeScript, keyHash, String(closingTtlMs));
    },
    async erase(keyHash) {
      erased.set(keyHash, true, floor.own());
      return Number(await run(eraseScript, keyHash, String(closingTtlMs)));
    },
    async left(keyHash) {
      return Number(await run(leftScript, keyHash));
    },
    async close() {
      clearInterval(forgetting);
      await redis.close();
    },
  };
}

function readReply(reply: AdmitReply): AdmitResult {
  switch (reply[0]) {
    case 'closing':
      return { kind: 'closing' };
    case 'unknown':
      return { kind: 'unknown', lease: reply[1] };
    default: {
      const [kind, agent, used, freesAtMs, nowMs] = reply;
      return { kind, agent: JSON.parse(agent) as Agent, used, freesAtMs, nowMs };
    }
  }
}

function isNoScript(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('NOSCRIPT');
}
