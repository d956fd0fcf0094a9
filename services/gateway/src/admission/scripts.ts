import { createHash } from 'node:crypto';

/** A Lua script that Redis runs as one atomic step. */
export type Script = { lua: string; sha: string };

function script(lua: string): Script {
  return { lua, sha: createHash('sha1').update(lua).digest('hex') };
}

/** The Redis keys of one API key, in the order of every script's KEYS. The braces put them into one slot of a Redis Cluster. */
export function keysOf(keyHash: string): [agent: string, visits: string, lease: string, closing: string] {
  const tag = `gateway:{${keyHash}}`;
  return [`${tag}:agent`, `${tag}:visits`, `${tag}:lease`, `${tag}:closing`];
}

/**
 * ARGV: member, limit, window (ms), new lease, its time to live (ms), the time (ms; empty: the server's clock), what it is at least (ms).
 * For a key the time is never before its newest visit: a server clock that is set back does not make room.
 * Redis expires records by its own clock, so when that clock is behind, their time to live is longer by the difference.
 * Requests that find the key unknown at the same time get the same lease: each asks identity after the lease was made.
 */
export const admitScript = script(`
local agent = redis.call('GET', KEYS[1])
if not agent then
  if redis.call('EXISTS', KEYS[4]) == 1 then return {'closing'} end
  redis.call('SET', KEYS[3], ARGV[4], 'NX', 'PX', ARGV[5])
  return {'unknown', redis.call('GET', KEYS[3])}
end
local member, limit, window, server = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[6])
if not server then
  local time = redis.call('TIME')
  server = time[1] * 1000 + math.floor(time[2] / 1000)
end
local now = math.max(server, tonumber(ARGV[7]))
local newest = redis.call('ZRANGE', KEYS[2], -1, -1, 'WITHSCORES')[2]
local clock = math.max(now, tonumber(newest or now))
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', clock - window)
local used = redis.call('ZCARD', KEYS[2])
local kind = 'admitted'
if not redis.call('ZSCORE', KEYS[2], member) then
  if used < limit then
    redis.call('ZADD', KEYS[2], clock, member)
    redis.call('PEXPIRE', KEYS[2], window + clock - server)
    used = used + 1
  else
    kind = 'limited'
  end
end
local first = kind == 'limited' and used - limit or 0
local oldest = tonumber(redis.call('ZRANGE', KEYS[2], first, first, 'WITHSCORES')[2])
return {kind, agent, used, oldest + window, now}
`);

/** ARGV: lease, agent, time to live (ms). Answers 1 if the lease was still valid, else 0. */
export const fillScript = script(`
if redis.call('GET', KEYS[3]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1
`);

/** ARGV: how long the key cannot be filled again (ms). */
export const revokeScript = script(`
redis.call('DEL', KEYS[1], KEYS[3])
redis.call('SET', KEYS[4], '1', 'PX', ARGV[1])
return 1
`);

/** ARGV: how long the key cannot be filled again (ms). Answers how many visits there were. */
export const eraseScript = script(`
local visits = redis.call('ZCARD', KEYS[2])
redis.call('DEL', KEYS[1], KEYS[2], KEYS[3])
redis.call('SET', KEYS[4], '1', 'PX', ARGV[1])
return visits
`);

export const leftScript = script(`
return redis.call('ZCARD', KEYS[2]) + redis.call('EXISTS', KEYS[1], KEYS[3])
`);
