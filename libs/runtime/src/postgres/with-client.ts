import type pg from 'pg';
import { awakeDeadline } from '../deadline.ts';
import { isOutage } from './outage.ts';

/** `markBroken`: to be called when the connection cannot be used by anybody else any more. */
export type Work<T> = (client: pg.PoolClient, markBroken: (error: Error) => void) => Promise<T>;

/**
 * Takes a client for one unit of work and gives it back, or, when `limitMs` have passed since the beginning, breaks its connection: the work
 * then fails, the server rolls back what was not committed, and nobody else is handed a connection on which an answer is still due.
 * @param limitMs null: as long as it takes, for an engine that would markBroken its only session
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

/** A client that comes when nobody waits for it any more goes back at once. */
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
  // The pool listens only while a client is idle, a query only while it runs: a connection lost between two of them must be heard here.
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
