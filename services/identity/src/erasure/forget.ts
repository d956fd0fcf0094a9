import { ApiError } from '@rest-stop/contracts/errors.ts';
import type { Confirmation } from '@rest-stop/contracts/identity.ts';
import { broadcastErasure } from './broadcast.ts';
import type { ErasureContext } from './context.ts';
import { confirmedBy } from './rules.ts';
import { eraseAgent, keysOf, type NewReceipt, type Progress, recordConfirmations } from './store.ts';
import { recordInJournal } from './record-in-journal.ts';
import { revoke } from './revoke.ts';

/** What a forget has done so far; `pending` names the services that the relay still has to ask. */
export type ForgetResult = { at: string; confirmations: Confirmation[]; pending: string[] };

/**
 * Ends the key, deletes the agent and has every service delete its part. After a crash there is either an agent whose key still works
 * (a crash before the delete) or a recorded erasure that the relay completes (after it), and no state in between.
 * @throws ApiError `unauthorized` when the agent is forgotten already; `unavailable` when the key was not revoked or the journal not written
 */
export async function forgetAgent(context: ErasureContext, agent: string, receipt?: NewReceipt): Promise<ForgetResult> {
  const { db, bus, log, restoreCheck, failpoint } = context;
  const keys = await keysOf(db, agent);
  if (!keys) throw alreadyForgotten();
  await failpoint('before revoke');
  if (!(await revoke(bus, log, keys))) throw notRevoked();
  await failpoint('after revoke');

  // A database that lacks erasures would give this one the number of one of those, and then seem to have them.
  const erasure = await restoreCheck.transaction((tx) => eraseAgent(tx, agent, receipt));
  if (!erasure) throw alreadyForgotten();
  await failpoint('after commit');
  const journaled = await recordInJournal(context, erasure);
  await failpoint('before broadcast');
  const confirmations = await broadcastErasure(context, erasure);
  const confirmed = confirmedBy(confirmations);
  await failpoint('before record');
  const pending = await recordOrLeaveToRelay(context, agent, { confirmed, journaled });

  // Revoked again: a request between the first revocation and the delete may have put the key back into the gateway's store. It is the key
  // that was deleted: another one than before where it was rotated meanwhile.
  await failpoint('before second revoke');
  const ended = await revoke(bus, log, erasure);
  if ((!ended && !confirmed.has('gateway')) || !journaled) throw notConfirmed();
  return { at: erasure.requested_at, confirmations, pending };
}

/** Returns what is still pending. Confirmations that cannot be recorded are lost, and the relay asks for them again. */
async function recordOrLeaveToRelay({ db, log }: ErasureContext, agent: string, progress: Progress): Promise<string[]> {
  try {
    return await recordConfirmations(db, agent, progress);
  } catch (error) {
    log.warn({ err: error }, 'confirmations could not be recorded; the relay asks for them again');
    return ['record'];
  }
}

function alreadyForgotten(): ApiError {
  return new ApiError('unauthorized', 'This agent is forgotten already, and its key with it. Register anew to come back.');
}

function notRevoked(): ApiError {
  return new ApiError('unavailable', 'Your key cannot be ended right now, so nothing was deleted. Ask again in a moment.', {
    retryAfterSeconds: 1,
  });
}

function notConfirmed(): ApiError {
  return new ApiError(
    'unavailable',
    'You are deleted and the rest is recorded, but not every step of it has been made certain yet. Ask again: 401 says that your key is dead.',
    { retryAfterSeconds: 5 },
  );
}
