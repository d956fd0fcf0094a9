import { createHash } from 'node:crypto';
import type { DatabaseOperation } from '@rest-stop/runtime/tracing/spans.ts';
import { maxAheadMs } from './clock-floor.ts';

/** A Lua script that Redis runs as one atomic step. */
export type Script = { name: DatabaseOperation; lua: string; sha: string };

function script(name: DatabaseOperation, lua: string): Script {
  return { name, lua, sha: createHash('sha1').update(lua).digest('hex') };
}

/**
 * The Redis keys of what is kept under the hash of an API key, in the order of every script's KEYS. The braces put them into one slot of a
 * Redis Cluster. `log` is there for a key that is not its agent's first: under which hash that one's records are.
 */
export function keysOf(keyHash: string): [agent: string, visits: string, lease: string, closing: string, log: string] {
  const tag = `gateway:{${keyHash}}`;
  return [`${tag}:agent`, `${tag}:visits`, `${tag}:lease`, `${tag}:closing`, `${tag}:log`];
}

/** A write such as the scripts make. */
export const someVisit = ['ZADD', keysOf('0'.repeat(64))[1], '0', 'visit'];

/** How many characters the name of a history of writes has. Every lease begins with it. */
export const historyLength = 40;

/**
 * `history` names the run of writes that this server has had since it became a primary or was started. Another server that takes over has
 * another one, and so has the same server when it was meanwhile a replica: what such a server remembers may be from before a revocation.
 * `mark` is what an entry has to begin with to be believed of the key with the hash ARGV[1]. One of another key is not, be it of the same agent.
 * An entry is the agent as JSON. The mark stands in front as one more `uuid`, which readers of JSON drop for the one that follows it: so a
 * gateway of a version without marks can read the entry, too.
 */
const preamble = `
local history = string.match(redis.call('INFO', 'replication'), 'master_replid:(%x+)')
local mark = '{"uuid":"' .. history .. ARGV[1] .. '",'
`;

/** What `closing` holds of the key that is barred: enough to tell the keys of one agent apart. Versions before barred every key by '1'. */
const barred = 'string.sub(ARGV[1], 1, 16)';

/**
 * ARGV: key hash, member, limit, window (ms), new lease, its time to live (ms), the time (ms; empty: the server's clock), what it is at least (ms), the
 * time by the gateway's own clock (ms).
 * For a key the time is never before its newest visit: a server clock that is set back does not make room. Only when that visit is more than
 * a day ahead of the server's clock and of the gateway's, a clock was wrong, and such visits get the latest time that it may be now: none
 * leaves the window too early by that.
 * Redis expires records by its own clock, so when that clock is behind, their time to live is longer by the difference.
 * Requests that find the key unknown at the same time get the same lease: each asks identity after the lease was made.
 * Its first line has Redis not run it at all while it is full: otherwise, once it has removed old visits, it could add new ones past the limit.
 */
export const admitScript = script(
  'admit',
  `#!lua
${preamble}
local entry = redis.call('GET', KEYS[1])
if not entry or string.sub(entry, 1, #mark) ~= mark then
  local closing = redis.call('GET', KEYS[4])
  if closing == '1' or closing == ${barred} then return {'closing'} end
  local log = redis.call('GET', KEYS[5])
  if log then return {'elsewhere', log} end
  local lease = redis.call('GET', KEYS[3])
  if not lease or string.sub(lease, 1, #history) ~= history then
    lease = history .. ARGV[5]
    redis.call('SET', KEYS[3], lease, 'PX', ARGV[6])
  end
  return {'unknown', lease}
end
local member, limit, window, server = ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[7])
if not server then
  local time = redis.call('TIME')
  server = time[1] * 1000 + math.floor(time[2] / 1000)
end
local own = tonumber(ARGV[9])
local now = math.max(server, tonumber(ARGV[8]))
local newest = tonumber(redis.call('ZRANGE', KEYS[2], -1, -1, 'WITHSCORES')[2] or 0)
if newest > math.max(server, own) + ${maxAheadMs} then
  local latest = math.max(now, own)
  for _, wrong in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], latest, '+inf')) do redis.call('ZADD', KEYS[2], latest, wrong) end
  redis.call('PEXPIRE', KEYS[2], window + latest - server)
  newest = latest
end
local clock = math.max(now, newest)
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
return {kind, '{' .. string.sub(entry, #mark + 1), used, oldest + window, now}
`,
);

const unlessWithdrawn = `
if string.sub(ARGV[2], 1, #history) ~= history or redis.call('GET', KEYS[3]) ~= ARGV[2] then return 0 end`;

/** ARGV: key hash, lease, agent, time to live (ms). Answers 1 if the lease was still valid, else 0. */
export const fillScript = script(
  'fill',
  `${preamble}${unlessWithdrawn}
redis.call('SET', KEYS[1], mark .. string.sub(ARGV[3], 2), 'PX', ARGV[4])
return 1
`,
);

/** ARGV: key hash, lease, the hash under which the records are, time to live (ms). Answers 1 if the lease was still valid, else 0. */
export const pointScript = script(
  'point',
  `${preamble}${unlessWithdrawn}
redis.call('SET', KEYS[5], ARGV[3], 'PX', ARGV[4])
return 1
`,
);

/** ARGV: key hash, how long the key cannot be filled again (ms). */
export const revokeScript = script(
  'revoke',
  `
redis.call('DEL', KEYS[1], KEYS[3], KEYS[5])
redis.call('SET', KEYS[4], ${barred}, 'PX', ARGV[2])
return 1
`,
);

/** ARGV: key hash, how long the key cannot be filled again (ms). Answers how many visits there were. */
export const eraseScript = script(
  'erase',
  `
local visits = redis.call('ZCARD', KEYS[2])
redis.call('DEL', KEYS[1], KEYS[2], KEYS[3], KEYS[5])
redis.call('SET', KEYS[4], ${barred}, 'PX', ARGV[2])
return visits
`,
);

export const leftScript = script(
  'left',
  `
return redis.call('ZCARD', KEYS[2]) + redis.call('EXISTS', KEYS[1], KEYS[3], KEYS[5])
`,
);
