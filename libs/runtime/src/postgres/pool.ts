import { setTimeout } from 'node:timers/promises';
import { ApiError } from '@rest-stop/contracts/errors.ts';
import pg from 'pg';
import { StartupError } from '../env.ts';
import type { Closable } from '../lifecycle.ts';
import { codeOf, guarded, isSerialisationFailure } from './outage.ts';
import type { Db, Query } from './sql.ts';
import { withClient } from './with-client.ts';

/** A database of one service. `transaction` holds one client from begin to commit; inside it only `tx` may be used. */
export type Database = Db &
  Closable & {
    /** @param limitMs what it may take in all, for work that is longer than a request waits for; by default what the database was opened with */
    transaction<T>(work: (tx: Db) => Promise<T>, limitMs?: number): Promise<T>;
  };

/** What a query or a transaction may take, from asking for a connection to the answer: a request is told 503 before anybody gives it up. */
const requestWorkMs = 2_000;
/** What work on many rows may take for which no request waits, like migrations. */
export const longWorkMs = 10 * 60_000;
/** The driver's and the server's own limits, by the clock on the wall: they end what the limit above has given up already. */
const backstopMs = 4_000;
const attempts = 3;

export function createPool(connectionString: string, max: number): pg.Pool {
  return new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: backstopMs,
    statement_timeout: backstopMs,
    idle_in_transaction_session_timeout: 15_000,
    keepAlive: true,
  });
}

/**
 * Wraps `pool`: an idle client's loss is survived, an outage becomes a 503, a serialisation failure is retried at most twice. What takes
 * longer than `limitMs` is given up, with its connection; whether a commit that was under way took place is then not known.
 * @param limitMs null: nothing is given up
 */
export function openDatabase(pool: pg.Pool, limitMs: number | null = requestWorkMs): Database {
  pool.on('error', () => {});
  // The pool stops listening as it hands a client out, and whoever takes it listens a turn later: what the server says in between must not end
  // the process. A client that was lost so refuses its next query, and the pool takes it back no more.
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    query: (query) => guarded(() => withClient(pool, limitMs, (client) => run(client, query))),
    transaction(work, ownMs) {
      const [ms, statementMs] = limitMs === null ? [null, undefined] : [ownMs ?? limitMs, ownMs];
      return guarded(() =>
        withClient(pool, ms, (client, markBroken) => retried(() => transact({ client, markBroken, statementMs }, work))),
      );
    },
    close: () => pool.end(),
  };
}

/** Waits until the database answers, at most `waitMs`. @throws StartupError with one clear line. */
export async function assertReachable(db: Db, name: string, waitMs: number): Promise<void> {
  const giveUpAt = Date.now() + waitMs;
  for (;;) {
    try {
      await db.query({ text: 'select 1', values: [] });
      return;
    } catch (error) {
      if (Date.now() < giveUpAt && error instanceof ApiError) {
        await setTimeout(500);
        continue;
      }
      const cause = error instanceof ApiError ? error.details.cause : error;
      throw new StartupError(`cannot use PostgreSQL at ${name} (${codeOf(cause) || 'no answer'})`, { cause: error });
    }
  }
}

/** `statementMs`: what each statement may take, where that is not what the connection was opened with. */
type UsedClient = { client: pg.PoolClient; markBroken: (error: Error) => void; statementMs: number | undefined };

async function transact<T>({ client, markBroken, statementMs }: UsedClient, work: (tx: Db) => Promise<T>): Promise<T> {
  try {
    await client.query('begin');
    if (statementMs !== undefined) await client.query(`set local statement_timeout = ${Math.ceil(statementMs)}`);
    const result = await work({ query: (query) => run(client, query) });
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(markBroken);
    throw error;
  }
}

async function run(client: pg.PoolClient, query: Query) {
  return client.query<Record<string, unknown>>(query.text, query.values);
}

async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= attempts || !isSerialisationFailure(error)) throw error;
    }
  }
}
