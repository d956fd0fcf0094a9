import { ApiError } from '@rest-stop/contracts/errors.ts';
import type { Database } from '@rest-stop/runtime/postgres/pool.ts';
import type { Db } from '@rest-stop/runtime/postgres/sql.ts';
import { isForgotten, lockAgent } from './store.ts';

/**
 * The only way to write rows of an agent: one transaction under the agent's lock, which every other write and the erasure take too.
 * @param agent the internal UUID
 * @throws ApiError `unauthorized` when the agent was forgotten, also while its request was under way
 */
export function withAgentLock<T>(db: Database, agent: string, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await lockAgent(tx, agent);
    // Must be a statement after the one that locks: under READ COMMITTED it then sees what the previous holder of the lock committed.
    if (await isForgotten(tx, agent)) throw keyDestroyed();
    return work(tx);
  });
}

/** The error for an agent that was forgotten. */
export function keyDestroyed(): ApiError {
  return new ApiError('unauthorized', 'This key was destroyed by a forget request and nothing was stored. Register again for a new stay.');
}
