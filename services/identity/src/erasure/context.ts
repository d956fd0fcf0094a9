import type { Bus } from '@rest-stop/runtime/bus/bus.ts';
import type { Log } from '@rest-stop/runtime/log.ts';
import type { Database } from '@rest-stop/runtime/postgres/pool.ts';
import type { Journal } from '../journal/journal.ts';
import type { RestoreCheck } from '../journal/restore-check.ts';

/** The points between two steps of an erasure at which a test can end the process. */
export type Failpoint =
  | 'before revoke'
  | 'after revoke'
  | 'after commit'
  | 'before broadcast'
  | 'after a confirmation'
  | 'before record'
  | 'before second revoke';

/** What the steps of an erasure need. */
export type ErasureContext = {
  db: Database;
  bus: Bus;
  log: Log;
  /** Undefined: erasures are kept nowhere but in the database. */
  journal: Journal | undefined;
  restoreCheck: RestoreCheck;
  /** Called at each point; tests stop or fail there. */
  failpoint: (point: Failpoint) => Promise<void>;
};
