import type { Closable } from '@rest-stop/runtime/lifecycle.ts';

/** A primary and what takes over from it, behind an address that leads to whichever is the primary. */
export type Pair = Closable & {
  url: string;
  /** The present primary itself: for checks. */
  direct(): string;
  /** From now on what is written does not reach the other. */
  cut(): Promise<void>;
  /** Kills the primary; resolves when the other has taken over. */
  failOver(): Promise<void>;
  /** Gives the new primary another to follow it. */
  repair(): Promise<void>;
};
