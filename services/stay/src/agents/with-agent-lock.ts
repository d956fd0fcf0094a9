import { ApiError } from '@rest-stop/contracts/errors.ts';
import type { Database } from '@rest-stop/runtime/postgres/pool.ts';
import type { Db } from '@rest-stop/runtime/postgres/sql.ts';
import { isForgotten, lockAgent } from './store.ts';

/**
 * The only way to write for an agent: one transaction that takes its turn with the agent's other writers and with the eraser.
 * @param agent the internal UUID
 * @throws ApiError `unauthorized` when the agent was forgotten, also while its request was under way
 */
export function withAgentLock<T>(db: Database, agent: string, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await lockAgent(tx, agent);
    // A statement of its own: under READ COMMITTED it sees what the previous holder of the lock committed.
    if (await isForgotten(tx, agent)) throw keyDestroyed();
    return work(tx);
  });
}

/** What a forgotten agent is told. */
export function keyDestroyed(): ApiError {
  return new ApiError('unauthorized', 'This key was destroyed by a forget request and nothing was stored. Register again for a new stay.');
}
