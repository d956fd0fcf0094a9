import { ApiError } from '@rest-stop/contracts/errors.ts';
import type { Closable } from '@rest-stop/runtime/lifecycle.ts';
import type { Reason } from '@rest-stop/runtime/insecure.ts';
import type { Log } from '@rest-stop/runtime/log.ts';
import { logReplay, replayOf } from '@rest-stop/runtime/redis-replay.ts';
import { createClient } from 'redis';
import { bucketSeconds, bucketsInWindow, overCap, type SpendGuard } from './spend.ts';

/** A hash of minute to tokens. One script each for reserving and settling: Redis runs them one at a time, so the cap is exact. */
const reserveScript = `
local now = tonumber(redis.call('TIME')[1])
local bucket = math.floor(now / ${bucketSeconds})
local tokens, cap = tonumber(ARGV[1]), tonumber(ARGV[2])
local total, minutes, spent = 0, {}, {}
local all = redis.call('HGETALL', KEYS[1])
for i = 1, #all, 2 do
  local minute = tonumber(all[i])
  if minute <= bucket - ${bucketsInWindow} then
    redis.call('HDEL', KEYS[1], all[i])
  else
    minutes[#minutes + 1] = minute
    spent[minute] = tonumber(all[i + 1])
    total = total + spent[minute]
  end
end
if total + tokens > cap then
  table.sort(minutes)
  local freed = 0
  for _, minute in ipairs(minutes) do
    freed = freed + spent[minute]
    if freed >= total + tokens - cap then return {-1, (minute + ${bucketsInWindow}) * ${bucketSeconds} - now} end
  end
  return {-1, 3600}
end
redis.call('HINCRBY', KEYS[1], bucket, tokens)
redis.call('EXPIRE', KEYS[1], ${bucketsInWindow * bucketSeconds})
return {bucket, 0}`;

const settleScript = `
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then redis.call('HINCRBY', KEYS[1], ARGV[1], ARGV[2]) end
return 0`;

const clientOptions = {
  // While there is no connection requests are refused at once.
  disableOfflineQueue: true,
  socket: {
    connectTimeout: 2_000,
    // Ends a handshake that is not answered.
    socketTimeout: 5_000,
    reconnectStrategy: (tries: number) => Math.min(100 * tries, 2_000),
  },
  // An idle connection is not taken for a dead one.
  pingInterval: 1_000,
};

const defaults = {
  key: 'ai-worker:{spend}',
  /** Longest wait for an answer of Redis. */
  answerWithinMs: 1_000,
};

/** The guard that all workers share. When Redis does not answer, requests are refused: otherwise the cap would not hold while Redis is down. */
export async function redisSpendGuard(
  url: string,
  cap: number,
  log: Log,
  options: Partial<typeof defaults> = {},
): Promise<SpendGuard & Closable & { insecure: Reason | undefined }> {
  const { key, answerWithinMs } = { ...defaults, ...options };
  let redis = open();
  await Promise.race([connect(redis), answerIn(answerWithinMs)]);
  // A Redis that is away is asked when it comes.
  const replay = await within(answerWithinMs, replayAt(redis)).catch(() => undefined);

  function open() {
    const client = createClient({ url, ...clientOptions });
    client.on('error', (error: unknown) => log.warn({ err: error }, 'Redis of the spend guard failed'));
    client.on(
      'ready',
      () =>
        void replayAt(client).then(
          (known) => logReplay(known, log),
          () => {},
        ),
    );
    return client;
  }

  function replayAt(client: { sendCommand(command: string[]): Promise<unknown> }) {
    return replayOf((command) => client.sendCommand(command), ['HINCRBY', key, '0', '0']);
  }

  /** A connection without an answer is given up with all that waits on it: the kernel holds one to a lost machine open for many minutes. */
  async function run(script: string, args: string[]): Promise<unknown> {
    const asked = redis;
    try {
      return await within(answerWithinMs, asked.eval(script, { keys: [key], arguments: args }));
    } catch (error) {
      if (error instanceof Late && asked === redis) {
        asked.destroy();
        redis = open();
        void connect(redis);
      }
      throw error;
    }
  }

  return {
    insecure: replay === 'refused' ? 'redis-forgets' : undefined,
    async reserve(tokens) {
      const [bucket, wait] = (await run(reserveScript, [String(tokens), String(cap)]).catch(unreachable)) as [number, number];
      if (bucket < 0) throw overCap(wait);
      return {
        // When this fails, the reservation stays as it is. That counts too many tokens, which never lets the cap be passed.
        async reconcile(used) {
          await run(settleScript, [String(bucket), String(used - tokens)]).catch((error: unknown) =>
            log.warn({ err: error }, 'tokens not settled'),
          );
        },
      };
    },
    async close() {
      redis.destroy();
    },
  };
}

class Late extends Error {
  constructor() {
    super('no answer in time');
  }
}

/** The client goes on by itself until it has a connection; it fails only when it is destroyed meanwhile. */
async function connect(client: { connect(): Promise<unknown> }): Promise<void> {
  await client.connect().catch(() => {});
}

/** Rejects when `work` takes too long: the client itself waits for a silent server without end. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = answerIn(ms).then(() => {
    throw new Late();
  });
  work.catch(() => {});
  late.catch(() => {});
  return Promise.race([work, late]);
}

function answerIn(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}

function unreachable(error: unknown): never {
  throw new ApiError('unavailable', 'The AI budget cannot be checked right now. Nothing was sent: try again in a few seconds.', {
    retryAfterSeconds: 5,
    cause: error,
  });
}
