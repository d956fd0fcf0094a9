import type { Agent } from '@rest-stop/contracts/agent.ts';
import type { Closable } from '@rest-stop/runtime/lifecycle.ts';

/** The decision about a request with a known key. All times are milliseconds since the epoch, by the visit log's own clock. */
export type Admission = {
  kind: 'admitted' | 'limited';
  agent: Agent;
  /** Visits in the window, this one included if it was admitted. */
  used: number;
  /** When the oldest visit that matters leaves the window: from then on one more is admitted. */
  freesAtMs: number;
  nowMs: number;
};

/**
 * What the visit log answers. `unknown`: ask identity whose key it is, then call `fill` with the lease and ask again. `closing`: the key
 * was revoked seconds ago, and `fill` does not work yet. `elsewhere`: ask again under the hash of the agent's first key.
 */
export type AdmitResult = Admission | { kind: 'unknown'; lease: string } | { kind: 'closing' } | { kind: 'elsewhere'; log: string };

/**
 * The known keys, and the visits of each in the rolling window. To check a key and to count its visit is one atomic step, for all gateways.
 * All records of an agent are kept under the hash of its first key, which is `log`; for an agent that never had another one it is the key's own.
 * Of the keys that an agent has had, one at a time is known.
 * Every operation throws ApiError `unavailable` when a remote store has not answered anything for 200 ms.
 */
export type VisitLog = Closable & {
  /**
   * Counts a visit of the key if the key is known and within its limit. A refused request is not stored.
   * @param member unique to the request: a request that is sent twice counts once
   */
  admit(keyHash: string, member: string, log?: string): Promise<AdmitResult>;
  /** Makes the key known, unless a revocation has withdrawn the lease since it was given. Answers whether it did. */
  fill(keyHash: string, lease: string, agent: Agent, log?: string): Promise<boolean>;
  /** Has requests with the key be asked about under `log`, unless a revocation has withdrawn the lease since it was given. */
  point(keyHash: string, lease: string, log: string): Promise<void>;
  /** Makes the key unknown at once and withdraws its lease. Its visits stay counted. */
  revoke(keyHash: string, log?: string): Promise<void>;
  /** Revokes the key and deletes all records of its agent. Answers how many visits there were. */
  erase(keyHash: string, log?: string): Promise<number>;
  /** How many records of its agent are still stored. */
  left(keyHash: string, log?: string): Promise<number>;
};

export type VisitLimits = { requests: number; windowSeconds: number };

/** How long a key stays known before identity is asked again. */
export const entryTtlMs = 600_000;
/** How long identity's answer may take before it is too old to be used. */
export const leaseTtlMs = 5_000;
/** How long a revoked key cannot become known again: longer than it takes identity to delete the agent. */
export const closingTtlMs = 10_000;
