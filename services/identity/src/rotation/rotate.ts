import { ApiError } from '@rest-stop/contracts/errors.ts';
import type { Bus } from '@rest-stop/runtime/bus/bus.ts';
import type { Log } from '@rest-stop/runtime/log.ts';
import type { Database } from '@rest-stop/runtime/postgres/pool.ts';
import { revoke } from '../erasure/revoke.ts';
import { keysOf } from '../erasure/store.ts';
import type { RestoreCheck } from '../journal/restore-check.ts';
import { type IssuedKey, issueKey } from '../registration/api-key.ts';
import { replaceKey } from './store.ts';

export type RotationContext = { db: Database; bus: Bus; log: Log; restoreCheck: RestoreCheck };

/**
 * Ends the key with the hash `presented` and gives the agent another one, whose plaintext is returned and stored nowhere.
 * @throws ApiError `unauthorized` when that is not the agent's key any more; `unavailable` when it could not be ended, or the database failed
 */
export async function rotate({ db, bus, log, restoreCheck }: RotationContext, agent: string, presented: string): Promise<IssuedKey> {
  const keys = await keysOf(db, agent);
  if (!keys || (keys.present_key_hash ?? keys.key_hash) !== presented) throw notYours();
  // No gateway can learn the key again for longer than the statement may take.
  if (!(await revoke(bus, log, keys))) throw notRevoked();
  const key = issueKey();
  const replaced = await restoreCheck.transaction((tx) => replaceKey(tx, agent, presented, key)).catch(uncertain);
  if (!replaced) throw notYours();
  // Revoked again: a Redis that took over in between may not know of the first time. Where this fails the new key is shown all the same,
  // because nobody could ask for it again.
  await revoke(bus, log, keys);
  return key;
}

function notYours(): ApiError {
  return new ApiError(
    'unauthorized',
    'This is no key of yours any more: it was rotated or you were forgotten. Use the new one, or register.',
  );
}

function notRevoked(): ApiError {
  return new ApiError('unavailable', 'Your key cannot be ended right now, so it was not replaced. Ask again in a moment.', {
    retryAfterSeconds: 1,
  });
}

/** A statement that was given up may yet take place. */
function uncertain(error: unknown): never {
  if (!(error instanceof ApiError) || error.code !== 'unavailable') throw error;
  const message =
    'Whether your key was replaced is not known. Ask again in ten seconds: 401 says that it was, and that the new one is lost.';
  throw new ApiError('unavailable', message, { retryAfterSeconds: 10, cause: error });
}
