import type { Agent } from '@rest-stop/contracts/agent.ts';
import type { Closable } from '@rest-stop/runtime/lifecycle.ts';

/** A request with a known key, held against the limit. All times are milliseconds since the epoch on the visit log's own clock. */
export type Counted = {
  kind: 'admitted' | 'limited';
  agent: Agent;
  /** Visits in the window, this one included if it was admitted. */
  used: number;
  /** When the next visit rolls off the window: from then on one more is admitted. */
  freesAtMs: number;
  nowMs: number;
};

/**
 * What the visit log says to a request. `unknown`: ask the owner of the keys, then fill under the lease. `closing`: the key was revoked
 * moments ago, and nothing may be filled yet.
 */
export type Visit = Counted | { kind: 'unknown'; lease: string } | { kind: 'closing' };

/**
 * Which keys are admitted and how often each was used in the rolling window, in one atomic step for all gateways.
 * Every operation answers, or throws ApiError `unavailable` when a remote store has been silent for 200 ms.
 */
export type VisitLog = Closable & {
  /**
   * Counts a visit of the key if it is known and has room. A refused visit leaves no trace.
   * @param member unique to the request: counted once however often it is asked
   */
  admit(keyHash: string, member: string): Promise<Visit>;
  /** Makes the key known, unless the lease has been withdrawn since it was handed out. Answers whether it did. */
  fill(keyHash: string, lease: string, agent: Agent): Promise<boolean>;
  /** Ends the key's admission at once and withdraws its lease. Its visits stay counted. */
  revoke(keyHash: string): Promise<void>;
  /** Revokes, and deletes the visits. Answers how many there were. */
  erase(keyHash: string): Promise<number>;
  /** How many records of the key there still are. */
  left(keyHash: string): Promise<number>;
};

export type VisitLimits = { requests: number; windowSeconds: number };

/** How long a key stays known before its owner is asked again. */
export const entryTtlMs = 600_000;
/** How long an answer of the owner may take to arrive and still be believed. */
export const leaseTtlMs = 5_000;
/** How long a revoked key cannot become known: longer than the deletion of its agent takes. */
export const closingTtlMs = 10_000;
