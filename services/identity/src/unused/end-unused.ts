import { type Closable, interval } from '@rest-stop/runtime/lifecycle.ts';
import type { Log } from '@rest-stop/runtime/log.ts';
import { longWorkMs } from '@rest-stop/runtime/postgres/pool.ts';
import type { RestoreCheck } from '../journal/restore-check.ts';
import { eraseUnused, takeTurn } from './store.ts';

export type Unused = {
  /** After so many days without any use of its key an agent is ended; 0: never. */
  days: number;
  /** How often such agents are looked for. */
  everyMs: number;
};

/** As many are erased at once, and wait for other services to confirm it. */
const batchSize = 500;
const dayMs = 86_400_000;

type Context = { restoreCheck: RestoreCheck; log: Log; now: () => Date };

/**
 * Ends the agents that registered and never came back, in the way of a forget. By one instance at a time, and not while the database is being
 * restored: it does not know then who was there since.
 */
export function endUnusedAgents({ restoreCheck, log, now }: Context, { days, everyMs }: Unused): Closable {
  return interval(everyMs, log, 'end unused agents', async () => {
    if (days === 0 || !restoreCheck.isCurrent()) return;
    const before = new Date(now().getTime() - days * dayMs);
    await restoreCheck.transaction(async (tx) => {
      if (await takeTurn(tx)) await eraseUnused(tx, before, batchSize);
    }, longWorkMs);
  });
}
