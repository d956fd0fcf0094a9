import { ApiError } from '@rest-stop/contracts/errors.ts';
import type { Database } from '@rest-stop/runtime/postgres/pool.ts';
import type { Db } from '@rest-stop/runtime/postgres/sql.ts';
import { lockAgent } from './store.ts';

/**
 * Writes rows of an agent in one transaction under the agent's lock, which every other write and the erasure take too. A write of one statement
 * takes the lock in it (`where stay.lock_agent(agent)`), which is one trip to the database rather than four.
 * @param agent the internal UUID
 * @throws ApiError `unauthorized` when the agent was forgotten, also while its request was under way
 */
export function withAgentLock<T>(db: Database, agent: string, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    if (!(await lockAgent(tx, agent))) throw keyDestroyed();
    return work(tx);
  });
}

/** The error for an agent that was forgotten. */
export function keyDestroyed(): ApiError {
  return new ApiError('unauthorized', 'This key was destroyed by a forget request and nothing was stored. Register again for a new stay.');
}
