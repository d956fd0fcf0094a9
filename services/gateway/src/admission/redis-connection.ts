import { ApiError } from '@rest-stop/contracts/errors.ts';
import { StartupError } from '@rest-stop/runtime/env.ts';
import type { Closable } from '@rest-stop/runtime/lifecycle.ts';
import type { Log } from '@rest-stop/runtime/log.ts';
import { logReplay, replayOf } from '@rest-stop/runtime/redis-replay.ts';
import { createClient, ErrorReply } from 'redis';
import { unavailable } from './errors.ts';
import { defaultSilenceMs, type PeerWatch, watchPeer } from './peer-watch.ts';
import { someVisit } from './scripts.ts';
import { within } from './within.ts';

/** After so long without any answer the connection is replaced, even if the kernel still holds it open. */
export const deadMs = 3_000;
/** How long a command whose connection broke waits for a new one. */
const reconnectWaitMs = 80;

/** Options of every connection to a Redis server, beside its address. */
export const clientOptions = {
  disableOfflineQueue: true,
  // Commands that are not sent or not answered yet. More are refused, so that an outage cannot fill the memory.
  commandsQueueMaxLength: 5_000,
  // The peer watch times every command. The client's own timer covers unsent commands only, and costs an AbortSignal for each.
  commandOptions: { timeout: 0 },
  pingInterval: 1_000,
  socket: { connectTimeout: 2_000, socketTimeout: 5_000, reconnectStrategy: backoff },
};

/** A connection to Redis that fails fast while Redis is away and reconnects by itself, without end. */
export type RedisConnection = Closable & {
  /**
   * Sends one command. When the connection breaks before the answer it is sent once more, so it has to be one that may run twice.
   * @throws ApiError `unavailable` when Redis has not answered anything for `silenceMs`, and at once while that goes on or there is no
   * connection; errors that Redis answers are thrown as they are
   */
  send(command: string[]): Promise<unknown>;
};

/** Connects, trying for at most `waitMs`; afterwards Redis may be silent for `silenceMs`. @throws StartupError with one clear line. */
export async function connectRedis(url: string, log: Log, waitMs: number, silenceMs = defaultSilenceMs): Promise<RedisConnection> {
  const peer = watchPeer(silenceMs);
  let client = open();

  function open() {
    const fresh = createClient({ url, ...clientOptions });
    fresh.on('error', () => {});
    fresh.on('reconnecting', () => log.warn('Redis is away, reconnecting'));
    fresh.on('ready', () => {
      peer.heard();
      log.info('Redis is ready');
      // It may be another server than before.
      void replayOf((command) => fresh.sendCommand(command), someVisit).then(
        (replay) => logReplay(replay, log),
        () => {},
      );
    });
    fresh.on('ping-interval', peer.heard);
    return fresh;
  }

  /** When the other machine is gone, the socket looks alive for as long as something is written to it. */
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
        await reconnected(client);
        return attempt(command);
      }
    },
    async close() {
      client.destroy();
    },
  };
}

/** Awaits `reply` and tells the watch when it comes. An error that Redis answers counts, and so does an answer after the deadline. */
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

type Reconnecting = { isReady: boolean; once(event: 'ready', heard: () => void): unknown; off(event: 'ready', heard: () => void): unknown };

async function reconnected(client: Reconnecting): Promise<void> {
  if (client.isReady) return;
  let ready = () => {};
  const work = new Promise<void>((resolve) => {
    ready = resolve;
    client.once('ready', ready);
  });
  await within(reconnectWaitMs, work, unavailable).finally(() => client.off('ready', ready));
}

/** The code of an error, from the system or from Redis. The message is left out: it can hold data. */
export function codeOf({ code, message }: { code?: string; message: string }): string | undefined {
  return code ?? /^[A-Z]+(?= )/.exec(message)?.[0];
}

/** Milliseconds until the next attempt to connect: the first follows almost at once, and they never end. */
function backoff(attempts: number): number {
  if (attempts === 0) return Math.floor(Math.random() * 10);
  return Math.min(25 * 2 ** Math.min(attempts, 6), 1_000) + Math.floor(Math.random() * 100);
}
