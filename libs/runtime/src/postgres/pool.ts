import { setTimeout } from 'node:timers/promises';
import { ApiError } from '@rest-stop/contracts/errors.ts';
import pg from 'pg';
import { StartupError } from '../env.ts';
import type { Closable } from '../lifecycle.ts';
import { codeOf, guarded, isSerialisationFailure } from './outage.ts';
import type { Db, Query } from './sql.ts';
import { withClient } from './with-client.ts';
import { inDatabase } from '../tracing/spans.ts';
import { traced } from '../tracing/tracing.ts';

/** The database of one service. `transaction` keeps one connection from begin to commit; its work must use `tx` only. */
export type Database = Db &
  Closable & {
    /** @param limitMs the time limit, for work that takes longer than a request may; default: that of the database */
    transaction<T>(work: (tx: Db) => Promise<T>, limitMs?: number): Promise<T>;
  };

/** The time limit of a query or transaction, waiting for a connection included. Shorter than the gateway's, so that the client gets our 503. */
const requestWorkMs = 2_000;
/** The time limit of work on many rows that no request waits for, such as migrations. */
export const longWorkMs = 10 * 60_000;
/** The limits of the driver and the server, in case ours fails. They count all time; ours does not count time in which this process is blocked. */
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
 * Wraps `pool`: losing an idle connection is harmless, an outage becomes a 503, a serialisation failure is retried at most twice. Work that
 * takes longer than `limitMs` is given up and its connection closed; whether a commit under way took place is then unknown.
 * @param limitMs null: no limit
 */
export function openDatabase(pool: pg.Pool, limitMs: number | null = requestWorkMs): Database {
  pool.on('error', () => {});
  // The pool stops listening for errors when it hands a client out, and `withClient` starts one turn of the event loop later. Without this
  // listener an error in between would end the process. The lost client then refuses its next query, and the pool drops it.
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    query: (query) =>
      traced(inDatabase('postgresql', 'query'), () => guarded(() => withClient(pool, limitMs, (client) => run(client, query)))),
    transaction(work, ownMs) {
      const [ms, statementMs] = limitMs === null ? [null, undefined] : [ownMs ?? limitMs, ownMs];
      return traced(inDatabase('postgresql', 'transaction'), () =>
        guarded(() => withClient(pool, ms, (client, markBroken) => retried(() => transact({ client, markBroken, statementMs }, work)))),
      );
    },
    close: () => pool.end(),
  };
}

/** What the server says to a role, or of a database, that it does not know yet: the migrations make the roles (PostgreSQL manual, appendix A). */
const notMadeYet = new Set(['28P01', '28000', '3D000']);

/** Waits until the database answers and knows the role, at most `waitMs`. @throws StartupError with one clear line. */
export async function assertReachable(db: Db, name: string, waitMs: number): Promise<void> {
  const giveUpAt = Date.now() + waitMs;
  // A last look that got no answer in time does not take back what an earlier one was told.
  let said = '';
  for (;;) {
    try {
      await db.query({ text: 'select 1', values: [] });
      return;
    } catch (error) {
      said = codeOf(error instanceof ApiError ? error.details.cause : error) || said;
      if (Date.now() < giveUpAt && (error instanceof ApiError || notMadeYet.has(codeOf(error)))) {
        await setTimeout(500);
        continue;
      }
      throw new StartupError(`cannot use PostgreSQL at ${name} (${said || 'no answer'})`, { cause: error });
    }
  }
}

/** `statementMs`: the time limit of each statement, where it differs from that of the connection. */
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
