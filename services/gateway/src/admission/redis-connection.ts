import { ApiError } from '@rest-stop/contracts/errors.ts';
import { StartupError } from '@rest-stop/runtime/env.ts';
import type { Closable } from '@rest-stop/runtime/lifecycle.ts';
import type { Log } from '@rest-stop/runtime/log.ts';
import { createClient, ErrorReply } from 'redis';
import { unavailable } from './errors.ts';
import { type PeerWatch, watchPeer } from './peer-watch.ts';
import { within } from './within.ts';

export const bounds = { silenceMs: 200, totalMs: 2_000 };
/** After so long without a single answer the connection is taken for dead, whatever the kernel says of it. */
export const deadMs = 3_000;
/** How long a command whose connection broke waits for a new one. */
const mendMs = 80;

/** What every connection to a Redis server is made with; the address comes on top. */
export const clientOptions = {
  disableOfflineQueue: true,
  // Unsent or unanswered at once; more are refused, so that an outage cannot fill the memory.
  commandsQueueMaxLength: 5_000,
  // Every command is timed here; the client's own timer covers only commands it has not sent and costs a signal for each.
  commandOptions: { timeout: 0 },
  pingInterval: 1_000,
  socket: { connectTimeout: 2_000, socketTimeout: 5_000, reconnectStrategy: backoff },
};

/** A connection to Redis that is kept for ever: it fails fast while Redis is away and mends itself. */
export type RedisConnection = Closable & {
  /**
   * Sends one command. When the connection breaks before the answer it is sent once more, so it has to be one that may run twice.
   * @throws ApiError `unavailable` when Redis has been silent for 200 ms, at once while it goes on so and when not connected; the server's own
   * errors pass
   */
  send(command: string[]): Promise<unknown>;
};

/** Connects, trying for at most `waitMs`. @throws StartupError with one clear line. */
export async function connectRedis(url: string, log: Log, waitMs: number): Promise<RedisConnection> {
  const peer = watchPeer(bounds);
  let client = open();

  function open() {
    const fresh = createClient({ url, ...clientOptions });
    fresh.on('error', () => {});
    fresh.on('reconnecting', () => log.warn('Redis is away, reconnecting'));
    fresh.on('ready', () => {
      peer.heard();
      log.info('Redis is ready');
    });
    fresh.on('ping-interval', peer.heard);
    return fresh;
  }

  /** A peer that vanished without a word leaves a socket that looks alive as long as anything is written to it. */
  function replaceIfDead(): void {
    if (!client.isReady || peer.silentMs() < deadMs) return;
    log.warn('Redis has been silent, connecting anew');
    client.destroy();
    client = open();
    peer.heard();
    client.connect().catch(() => {});
  }

  async function attempt(command: string[]): Promise<unknown> {
    if (!client.isReady) throw unavailable();
    try {
      if (peer.isGone()) throw unavailable();
      return await peer.answer(heardWhenAnswered(client.sendCommand(command), peer), unavailable);
    } catch (error) {
      if (error instanceof ApiError) replaceIfDead();
      throw error;
    }
  }

  let reason = 'no answer';
  client.on('error', (error: Error) => {
    reason = codeOf(error) ?? reason;
  });
  try {
    await within(waitMs, client.connect(), () => new Error('late'));
  } catch (error) {
    client.destroy();
    throw new StartupError(`cannot use Redis at ${new URL(url).host} (${reason})`, { cause: error });
  }
  return {
    async send(command) {
      try {
        return await attempt(command);
      } catch (error) {
        if (error instanceof ErrorReply || error instanceof ApiError) throw error;
        await mended(client);
        return attempt(command);
      }
    },
    async close() {
      client.destroy();
    },
  };
}

/** `reply`, which is a sign of life also when it is an error, and also when nobody waits for it any more. */
export async function heardWhenAnswered<T>(reply: Promise<T>, peer: PeerWatch): Promise<T> {
  try {
    const answer = await reply;
    peer.heard();
    return answer;
  } catch (error) {
    if (error instanceof ErrorReply) peer.heard();
    throw error;
  }
}

type Mending = { isReady: boolean; once(event: 'ready', heard: () => void): unknown; off(event: 'ready', heard: () => void): unknown };

async function mended(client: Mending): Promise<void> {
  if (client.isReady) return;
  let ready = () => {};
  const work = new Promise<void>((resolve) => {
    ready = resolve;
    client.once('ready', ready);
  });
  await within(mendMs, work, unavailable).finally(() => client.off('ready', ready));
}

/** What may be told of an error: the system's code or the server's, never the message. */
export function codeOf({ code, message }: { code?: string; message: string }): string | undefined {
  return code ?? /^[A-Z]+(?= )/.exec(message)?.[0];
}

/** Milliseconds until the next attempt, the first almost at once; never an end. */
function backoff(attempts: number): number {
  if (attempts === 0) return Math.floor(Math.random() * 10);
  return Math.min(25 * 2 ** Math.min(attempts, 6), 1_000) + Math.floor(Math.random() * 100);
}
