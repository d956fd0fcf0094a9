import pg from 'pg';
import { type Database, openDatabase } from './pool.ts';

/**
 * A database engine inside this process, behind the same driver and pool as a server. It has one connection.
 * @param connection how the driver reaches the engine
 * @param engine closed with the database
 * @param connectionWaitMs how long a statement waits for its turn; 0: as long as it takes
 */
export function engineDatabase(connection: pg.PoolConfig, engine: { close(): Promise<void> }, connectionWaitMs: number): Database {
  const pool = new pg.Pool({ ...connection, max: 1, idleTimeoutMillis: 0, connectionTimeoutMillis: connectionWaitMs });
  // It cannot be silent while this process goes on, and its one session must not be left in the middle of a transaction.
  const db = openDatabase(pool, null);
  return {
    ...db,
    async close() {
      await db.close();
      await engine.close();
    },
  };
}
