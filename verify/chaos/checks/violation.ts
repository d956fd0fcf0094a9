import type { Op } from '../history.ts';

/** A promise that was not kept, and the operations that show it. */
export type Violation = { invariant: Invariant; message: string; ops: readonly Op[] };

export type Invariant =
  | 'the limit is never exceeded'
  | 'nobody is refused below the limit'
  | 'nothing acknowledged is lost'
  | 'the forgotten are gone'
  | 'a valid key is never answered 401'
  | 'no internal error'
  | 'no process dies by itself'
  | 'erasures end'
  | 'it recovers';
