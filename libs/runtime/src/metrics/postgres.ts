import type pg from 'pg';
import type { Database } from '../postgres/pool.ts';
import { measureNow, type Registry } from './registry.ts';
import { timed } from './timed.ts';

/** `db` on `pool`, with the times of its work measured, waiting for a connection included, and the use of the pool. */
export function measuredDatabase(db: Database, pool: pg.Pool, registry: Registry): Database {
  const time = timed(registry, 'rest_stop_postgres_seconds', 'Time of work in PostgreSQL, waiting for a connection included.', 'kind');
  measureNow(registry, 'rest_stop_postgres_connections', 'Connections of the pool that are open.', () => pool.totalCount);
  measureNow(registry, 'rest_stop_postgres_connections_idle', 'Open connections that nothing uses.', () => pool.idleCount);
  measureNow(registry, 'rest_stop_postgres_waiting', 'Pieces of work that wait for a connection.', () => pool.waitingCount);
  return {
    ...db,
    query: (query) => time('query', db.query(query)),
    transaction: (work, limitMs) => time('transaction', db.transaction(work, limitMs)),
  };
}
