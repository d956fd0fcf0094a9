import { interval, type Closable } from '@rest-stop/runtime/lifecycle.ts';
import { broadcastErasure } from './broadcast.ts';
import type { ErasureContext } from './context.ts';
import { confirmedBy } from './rules.ts';
import { claimErasures, type Erasure, recordConfirmations } from './store.ts';
import { recordInJournal } from './record-in-journal.ts';

const batchSize = 20;

/**
 * Sends unconfirmed erasures again until every service has confirmed: at once, then every `everyMs`. This completes a forget that was
 * interrupted, by a crash or because a service was down. Several instances may do it at once.
 */
export function startErasureRelay(context: ErasureContext, everyMs: number): Closable {
  const stopping = new AbortController();
  const work = async () => {
    let more = true;
    while (more && !stopping.signal.aborted) more = await relayBatch(context);
  };
  const first = work().catch((error: unknown) => context.log.warn({ err: error }, 'the first erasure relay failed'));
  const timer = interval(everyMs, context.log, 'erasure relay', work);
  return {
    async close() {
      stopping.abort();
      await timer.close();
      await first;
    },
  };
}

/** Sends one batch. True when another one should follow: there are more erasures, and the services do confirm. */
async function relayBatch(context: ErasureContext): Promise<boolean> {
  const claimed = await claimErasures(context.db, batchSize);
  const pending = await Promise.all(claimed.map((erasure) => relayOne(context, erasure)));
  const waiting = pending.filter((services) => services.length > 0);
  if (waiting.length > 0) {
    context.log.warn({ erasures: waiting.length, waiting_for: [...new Set(waiting.flat())] }, 'erasures are not confirmed yet');
  }
  return claimed.length === batchSize && waiting.length < claimed.length;
}

/** Sends one erasure again; returns what is still pending. */
async function relayOne(context: ErasureContext, erasure: Erasure): Promise<string[]> {
  const journaled = await recordInJournal(context, erasure);
  const confirmed = confirmedBy(await broadcastErasure(context, erasure));
  try {
    return await recordConfirmations(context.db, erasure.agent, { confirmed, journaled });
  } catch (error) {
    context.log.warn({ err: error }, 'confirmations could not be recorded');
    return erasure.pending;
  }
}
