import type { BusEvent, Rpc } from '@rest-stop/contracts/rpc.ts';
import type { z } from 'zod';
import type { Closable } from '../lifecycle.ts';
import type { Slots } from './slots.ts';

export type CallOptions = {
  /** Total time for the answer, in milliseconds from now. */
  timeoutMs: number;
  /** Give up when nothing, not even a heartbeat, was heard for so long. Default: only `timeoutMs` counts. */
  silenceMs?: number;
  /** Ask only an instance that has just said it is alive and has a free place: for a second try, when the first fell silent. */
  freeInstanceOnly?: boolean;
  /** Aborting tells the serving side to stop working on the call. */
  signal?: AbortSignal;
};

export type ServeOptions = {
  /** Instances of one service share a queue: each call reaches one of them. */
  queue: string;
  /** Calls worked on at once; a full instance leaves the queue and answers `busy` to stragglers. Default: unlimited. */
  capacity?: number;
  /** Places shared with other subjects of this instance, in the stead of a `capacity` of its own. */
  slots?: Slots;
  /** Send a sign of life so often while working. Default: none. */
  heartbeatMs?: number;
};

export type ServeContext = {
  /** Aborted when the caller has left or its deadline has passed. */
  signal: AbortSignal;
  /** When the caller stops waiting, in milliseconds since the epoch. */
  deadlineMs: number;
};

/** Answers calls until it is stopped; `stop` takes no new call and waits for those under way. */
export type Serving = Closable & { readonly inFlight: number };

/**
 * Request-reply and fan-out between services, with every message checked against its contract at both ends.
 * Nothing is ever stored: what nobody hears is gone.
 */
export type Bus = Closable & {
  call<Q extends z.ZodType, A extends z.ZodType>(rpc: Rpc<Q, A>, request: z.input<Q>, options: CallOptions): Promise<z.output<A>>;
  serve<Q extends z.ZodType, A extends z.ZodType>(
    rpc: Rpc<Q, A>,
    options: ServeOptions,
    handler: (request: z.output<Q>, context: ServeContext) => Promise<z.input<A>>,
  ): Serving;
  /** Tells every running instance and yields each confirmation as it arrives, for at most `timeoutMs`. */
  broadcast<E extends z.ZodType, C extends z.ZodType>(
    event: BusEvent<E, C>,
    payload: z.input<E>,
    options: { timeoutMs: number },
  ): AsyncIterable<z.output<C>>;
  subscribe<E extends z.ZodType, C extends z.ZodType>(
    event: BusEvent<E, C>,
    handler: (payload: z.output<E>) => Promise<z.input<C>>,
  ): Closable;
  /** Waits until every subscription made so far is in force: from then on calls and events reach it. */
  ready(): Promise<void>;
  /** Whether messages can be sent right now. */
  connected(): boolean;
};

/** Why a call got no answer. `remote` carries the serving side's own error code. */
export type BusFailure = 'nobody' | 'busy' | 'silent' | 'timeout' | 'aborted' | 'disconnected' | 'remote';

export class BusError extends Error {
  readonly failure: BusFailure;
  readonly code: string | undefined;
  /** When the serving side says that a new try may succeed. */
  readonly retryAfterSeconds: number | undefined;

  constructor(failure: BusFailure, code?: string, publicMessage?: string, retryAfterSeconds?: number) {
    super(publicMessage ?? failure);
    this.name = 'BusError';
    this.failure = failure;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A failure that the caller is told: a stable code and a sentence that may be shown. */
export type RemoteError = { code: string; message: string; retryAfterSeconds?: number };
