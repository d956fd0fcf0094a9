import { ApiError } from '@rest-stop/contracts/errors.ts';
import type { Db } from '@rest-stop/runtime/postgres/sql.ts';
import { countAgents } from './store.ts';

/** Refuses a registration when the deployment has as many agents as it may have. @throws ApiError `unavailable` */
export type TakeRoom = (db: Db) => Promise<void>;

const countedForMs = 1_000;
const retryAfterSeconds = 600;

/**
 * Room for `maxAgents` in the whole deployment; 0: any number. The agents are counted once a second, and those that register here in between
 * are added: what other instances register within that second may be too many.
 */
export function room(maxAgents: number, steady: () => number = () => performance.now()): TakeRoom {
  let agents = 0;
  let countedUntil = Number.NEGATIVE_INFINITY;
  return async (db) => {
    if (maxAgents === 0) return;
    if (steady() >= countedUntil) {
      countedUntil = steady() + countedForMs;
      agents = await countAgents(db);
    }
    if (agents >= maxAgents) throw full();
    agents++;
  };
}

function full(): ApiError {
  return new ApiError(
    'unavailable',
    'This rest stop is full: nobody was registered. Try again later; a key that you have goes on working.',
    {
      retryAfterSeconds,
    },
  );
}
