import { type Closable, interval } from '@rest-stop/runtime/lifecycle.ts';
import type { Log } from '@rest-stop/runtime/log.ts';
import { longWorkMs } from '@rest-stop/runtime/postgres/pool.ts';
import type { Db } from '@rest-stop/runtime/postgres/sql.ts';
import type { RestoreCheck } from '../journal/restore-check.ts';
import { eraseInactive, eraseUnused, takeTurn } from './store.ts';

export type Unused = {
  /** After so many days without any use of its key an agent is ended; 0: never. */
  days: number;
  /** After so many days since the last use of its key an agent is ended that has used it before; 0: never. */
  inactiveDays: number;
  /** How often such agents are looked for. */
  everyMs: number;
};

/** As many are erased at once, and wait for other services to confirm it. */
const batchSize = 500;
/** As many agents are looked at each time: two million within about an hour. */
const pageSize = 5_000;
const dayMs = 86_400_000;
const beforeAll = '00000000-0000-0000-0000-000000000000';

type Context = { restoreCheck: RestoreCheck; log: Log; now: () => Date };

/**
 * Ends the agents that registered and never came back, and where that is asked for those that have not been there for long, in the way of a forget.
 * By one instance at a time, and not while the database is being restored: it does not know then who was there since.
 */
export function endUnusedAgents({ restoreCheck, log, now }: Context, { days, inactiveDays, everyMs }: Unused): Closable {
  const before = (passed: number) => new Date(now().getTime() - passed * dayMs);
  let after = beforeAll;
  const endInactive = async (tx: Db) => {
    const { read, last } = await eraseInactive(tx, before(inactiveDays), batchSize, after, pageSize);
    after = read < pageSize || last === null ? beforeAll : last;
  };
  return interval(everyMs, log, 'end unused agents', async () => {
    if ((days === 0 && inactiveDays === 0) || !restoreCheck.isCurrent()) return;
    await restoreCheck.transaction(async (tx) => {
      if (!(await takeTurn(tx))) return;
      if (days > 0) await eraseUnused(tx, before(days), batchSize);
      if (inactiveDays > 0) await endInactive(tx);
    }, longWorkMs);
  });
}
