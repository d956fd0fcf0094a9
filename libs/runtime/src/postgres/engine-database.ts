import pg from 'pg';
import { type Database, openDatabase } from './pool.ts';

/**
 * A database engine inside this process, behind the same driver and pool as a server. It has one connection.
 * @param connection how the driver reaches the engine
 * @param engine closed with the database
 * @param connectionWaitMs how long a statement waits for the connection; 0: without limit
 */
export function engineDatabase(connection: pg.PoolConfig, engine: { close(): Promise<void> }, connectionWaitMs: number): Database {
  const pool = new pg.Pool({ ...connection, max: 1, idleTimeoutMillis: 0, connectionTimeoutMillis: connectionWaitMs });
  // No time limit: the engine runs in this process, so it cannot hang alone, and giving up would break its only connection in mid-transaction.
  const db = openDatabase(pool, null);
  return {
    ...db,
    async close() {
      await db.close();
      await engine.close();
    },
  };
}
