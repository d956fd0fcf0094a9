import { ApiError } from '@rest-stop/contracts/errors.ts';
import { revokeKey } from '@rest-stop/contracts/gateway.ts';
import type { Confirmation } from '@rest-stop/contracts/identity.ts';
import type { Bus } from '@rest-stop/runtime/bus/bus.ts';
import type { Log } from '@rest-stop/runtime/log.ts';
import { broadcastErasure } from './broadcast.ts';
import type { ErasureContext } from './context.ts';
import { confirmedBy } from './rules.ts';
import { eraseAgent, keyHashOf, type NewReceipt, type Progress, recordConfirmations } from './store.ts';
import { recordInJournal } from './record-in-journal.ts';

/** What a forget has done so far; `pending` names the services that the relay still has to ask. */
export type ForgetResult = { at: string; confirmations: Confirmation[]; pending: string[] };

const revokeTimeoutMs = 1_000;

/**
 * Ends the key, deletes the agent and has every service delete its part. After a crash there is either an agent whose key still works
 * (a crash before the delete) or a recorded erasure that the relay completes (after it), and no state in between.
 * @throws ApiError `unauthorized` when the agent is forgotten already; `unavailable` when the key was not revoked or the journal not written
 */
export async function forgetAgent(context: ErasureContext, agent: string, receipt?: NewReceipt): Promise<ForgetResult> {
  const { db, bus, log, restoreCheck, failpoint } = context;
  const keyHash = await keyHashOf(db, agent);
  if (!keyHash) throw alreadyForgotten();
  await failpoint('before revoke');
  if (!(await revoke(bus, log, keyHash))) throw notRevoked();
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

  // Revoked again: a request between the first revocation and the delete may have put the key back into the gateway's store.
  await failpoint('before second revoke');
  const ended = await revoke(bus, log, keyHash);
  if ((!ended && !confirmed.has('gateway')) || !journaled) throw notConfirmed();
  return { at: erasure.requested_at, confirmations, pending };
}

/** Has the gateway refuse the key; whether it confirmed that. */
async function revoke(bus: Bus, log: Log, keyHash: string): Promise<boolean> {
  try {
    await bus.call(revokeKey, { key_hash: keyHash }, { timeoutMs: revokeTimeoutMs });
    return true;
  } catch (error) {
    log.warn({ err: error }, 'a key could not be revoked');
    return false;
  }
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
