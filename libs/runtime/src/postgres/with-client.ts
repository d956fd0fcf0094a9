import type pg from 'pg';
import { awakeDeadline } from '../deadline.ts';
import { isOutage } from './outage.ts';

/** `markBroken`: to be called when the connection must not be used again. */
export type Work<T> = (client: pg.PoolClient, markBroken: (error: Error) => void) => Promise<T>;

/**
 * Runs `work` with a client of the pool. After `limitMs`, waiting for the client included, it closes the client's connection: the work fails,
 * the server rolls back what was not committed, and no later work gets a connection on which an answer is still to come.
 * @param limitMs null: no limit, for an engine with a single connection
 */
export async function withClient<T>(pool: pg.Pool, limitMs: number | null, work: Work<T>): Promise<T> {
  const late = new AbortController();
  const clear = limitMs === null ? () => {} : awakeDeadline(limitMs, () => late.abort(new Error('timeout of the whole work')));
  try {
    const client = await acquire(pool, late.signal);
    return await useClient(client, late.signal, work);
  } finally {
    clear();
  }
}

/** A client that arrives after the time limit is released at once. */
async function acquire(pool: pg.Pool, late: AbortSignal): Promise<pg.PoolClient> {
  const gaveUp = new Promise<never>((_resolve, reject) => {
    late.addEventListener('abort', () => reject(late.reason as Error), { once: true });
  });
  const connecting = pool.connect().then((client) => {
    if (!late.aborted) return client;
    client.release();
    throw late.reason as Error;
  });
  return Promise.race([connecting, gaveUp]);
}

async function useClient<T>(client: pg.PoolClient, late: AbortSignal, work: Work<T>): Promise<T> {
  let broken: Error | undefined;
  const markBroken = (error: Error) => {
    broken = error;
  };
  // The pool listens for errors only while a client is idle, and a query only while it runs; this covers the time between two queries.
  client.on('error', markBroken);
  const giveUp = () => client.connection.stream.destroy();
  late.addEventListener('abort', giveUp);
  try {
    return await work(client, markBroken);
  } catch (error) {
    if (isOutage(error)) markBroken(error as Error);
    throw error;
  } finally {
    late.removeEventListener('abort', giveUp);
    client.off('error', markBroken);
    client.release(broken);
  }
}
