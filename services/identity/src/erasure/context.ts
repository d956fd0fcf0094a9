import type { Bus } from '@rest-stop/runtime/bus/bus.ts';
import type { Log } from '@rest-stop/runtime/log.ts';
import type { Database } from '@rest-stop/runtime/postgres/pool.ts';
import type { Journal } from '../journal/journal.ts';

/** The places between two steps of an erasure where a process may end. */
export type Failpoint =
  | 'before revoke'
  | 'after revoke'
  | 'after commit'
  | 'before broadcast'
  | 'after a confirmation'
  | 'before record'
  | 'before second revoke';

/** What an erasure works with. */
export type ErasureContext = {
  db: Database;
  bus: Bus;
  log: Log;
  /** Undefined: erasures are kept nowhere but in the database. */
  journal: Journal | undefined;
  /** Called at each point that is passed; tests stop or fail there. */
  failpoint: (point: Failpoint) => Promise<void>;
};
