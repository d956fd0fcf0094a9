import { randomUUID } from 'node:crypto';
import type { Agent } from '@rest-stop/contracts/agent.ts';
import { ApiError } from '@rest-stop/contracts/errors.ts';
import { inDatabase } from '@rest-stop/runtime/tracing/spans.ts';
import { traced } from '@rest-stop/runtime/tracing/tracing.ts';
import { clockFloor } from './clock-floor.ts';
import { unavailable } from './errors.ts';
import { ExpiringMap } from './expiring-map.ts';
import type { RedisConnection } from './redis-connection.ts';
import {
  admitScript,
  eraseScript,
  fillScript,
  historyLength,
  keysOf,
  leftScript,
  pointScript,
  revokeScript,
  type Script,
} from './scripts.ts';
import { type AdmitResult, closingTtlMs, entryTtlMs, leaseTtlMs, type VisitLimits, type VisitLog } from './visit-log.ts';

type AdmitReply = ['closing'] | ['unknown' | 'elsewhere', string] | ['admitted' | 'limited', string, number, number, number];

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
/** So many are done again at once. */
const againAtOnce = 100;
const sweepMs = 60_000;

/** The visit log of any number of gateways on one Redis. Each request runs one script. */
export function redisVisitLog(redis: RedisConnection, limits: VisitLimits, { now, steady, wall }: Clocks = {}): VisitLog {
  const floor = clockFloor(steady, wall);
  /** The hash of the key that each had at last, by that of its first. */
  const erased = new ExpiringMap<string>(rememberMs, maxRemembered);
  const forgetting = setInterval(() => erased.sweep(floor.own()), sweepMs).unref();
  const histories = new Set<string>();
  const limit = String(limits.requests);
  const windowMs = String(limits.windowSeconds * 1_000);

  /** Runs `script` on what is kept under the hash `log`. */
  function run(script: Script, log: string, ...args: string[]): Promise<unknown> {
    return traced(inDatabase('redis', script.name), () => send(script, log, args));
  }

  async function send(script: Script, log: string, args: string[]): Promise<unknown> {
    const keys = keysOf(log);
    const rest = [String(keys.length), ...keys, ...args];
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
      // The latest first: those are the ones that it can lack.
      const again = erased.entries().toReversed();
      for (let n = 0; n < again.length; n += againAtOnce)
        await Promise.all(again.slice(n, n + againAtOnce).map(([log, keyHash]) => erase(keyHash, log)));
    } catch {
      // Redis is away again: the next request about an unknown key tries it anew.
      histories.delete(history);
    }
  }

  /**
   * Runs `script` on what is kept under either hash, and adds up what it answers: an earlier gateway knows the first key alone, and keeps visits under
   * the hash that it was shown.
   */
  async function runOnBoth(script: Script, keyHash: string, log: string, ...args: string[]): Promise<number> {
    let sum = 0;
    for (const one of new Set([log, keyHash])) sum += Number(await run(script, one, ...args));
    return sum;
  }

  const erase = (keyHash: string, log: string) => runOnBoth(eraseScript, keyHash, log, keyHash, String(closingTtlMs));

  return {
    async admit(keyHash, member, log = keyHash) {
      const times = [now ? String(now()) : '', String(floor.ms()), String(floor.own())];
      const reply = await run(admitScript, log, keyHash, member, limit, windowMs, randomUUID(), String(leaseTtlMs), ...times);
      const result = readReply(reply as AdmitReply);
      // Not waited for: a server that takes over knows no key, so each key's first request comes here.
      if (result.kind === 'unknown') void notice(result.lease.slice(0, historyLength));
      if ('nowMs' in result) floor.observe(result.nowMs);
      return result;
    },
    async fill(keyHash, lease, agent, log = keyHash) {
      return (await run(fillScript, log, keyHash, lease, JSON.stringify(agent), String(entryTtlMs))) === 1;
    },
    async point(keyHash, lease, log) {
      await run(pointScript, keyHash, keyHash, lease, log, String(entryTtlMs));
    },
    async revoke(keyHash, log = keyHash) {
      await runOnBoth(revokeScript, keyHash, log, keyHash, String(closingTtlMs));
    },
    async erase(keyHash, log = keyHash) {
      erased.set(log, keyHash, floor.own());
      return erase(keyHash, log);
    },
    left: (keyHash, log = keyHash) => runOnBoth(leftScript, keyHash, log),
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
    case 'elsewhere':
      return { kind: 'elsewhere', log: reply[1] };
    default: {
      const [kind, agent, used, freesAtMs, nowMs] = reply;
      return { kind, agent: JSON.parse(agent) as Agent, used, freesAtMs, nowMs };
    }
  }
}

function isNoScript(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('NOSCRIPT');
}
