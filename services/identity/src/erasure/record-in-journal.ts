import type { ErasureContext } from './context.ts';
import type { Erasure } from './store.ts';

/**
 * Writes the erasure to the journal, if there is one; whether it is there now. Never throws: while it is missing, the erasure's row in the
 * ledger stays and the relay tries again.
 */
export async function recordInJournal(
  { journal, log }: ErasureContext,
  { agent, requested_at, position, journaled }: Erasure,
): Promise<boolean> {
  if (!journal || journaled) return true;
  try {
    await journal.record({ agent, forgotten_at: requested_at, position });
    return true;
  } catch (error) {
    log.error({ err: error }, 'an erasure could not be written to the journal');
    return false;
  }
}
