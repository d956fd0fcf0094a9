import type { BusEvent, Confirming, Rpc } from '@rest-stop/contracts/rpc.ts';
import type { z } from 'zod';
import type { Closable } from '../closable.ts';
import type { Slots } from './slots.ts';

export type CallOptions = {
  /** Total time for the answer, in milliseconds from now. */
  timeoutMs: number;
  /** Give up when no reply and no heartbeat arrived for so long. Default: only `timeoutMs` counts. */
  silenceMs?: number;
  /** Send the call to an instance that has just reported a free slot: for a second attempt, when the first instance stopped answering. */
  freeInstanceOnly?: boolean;
  /** For whom the call is made: no one of them gets more than a fair share of the slots of an instance. Default: the caller itself, without a share. */
  holder?: string;
  /** Called once, when an instance has taken the call: at its first heartbeat. */
  onTaken?: () => void;
  /** Aborting makes the serving instance stop working on the call. */
  signal?: AbortSignal;
};

export type ServeOptions = {
  /** Instances of one service share a queue: each call reaches one of them. */
  queue: string;
  /** How many calls run at once. A full instance leaves the queue; calls that still reach it get `busy`. Default: unlimited. */
  capacity?: number;
  /** Slots shared with other subjects of this instance, instead of `capacity`. */
  slots?: Slots;
  /** How many of the shared slots calls of this subject leave to the other subjects. Default: none. */
  reserve?: number;
  /** How often a heartbeat is sent while a call runs. Default: never. */
  heartbeatMs?: number;
};

export type ServeContext = {
  /** Aborted when the caller has left or its deadline has passed. */
  signal: AbortSignal;
  /** When the caller stops waiting, in milliseconds since the epoch. */
  deadlineMs: number;
};

/** Answers calls until it is closed; closing takes no new calls and waits for those that are running. */
export type Serving = Closable & { readonly inFlight: number };

/**
 * Request-reply and fan-out between services, with every message checked against its contract at both ends.
 * Nothing is stored: an event without a subscriber is lost.
 */
export type Bus = Closable & {
  call<Q extends z.ZodType, A extends z.ZodType>(rpc: Rpc<Q, A>, request: z.input<Q>, options: CallOptions): Promise<z.output<A>>;
  serve<Q extends z.ZodType, A extends z.ZodType>(
    rpc: Rpc<Q, A>,
    options: ServeOptions,
    handler: (request: z.output<Q>, context: ServeContext) => Promise<z.input<A>>,
  ): Serving;
  /** Sends an event to every running instance and yields each confirmation as it arrives, for at most `timeoutMs`. */
  broadcast<E extends z.ZodType, C extends Confirming>(
    event: BusEvent<E, C>,
    payload: z.input<E>,
    options: { timeoutMs: number },
  ): AsyncIterable<z.output<C>>;
  subscribe<E extends z.ZodType, C extends Confirming>(
    event: BusEvent<E, C>,
    handler: (payload: z.output<E>) => Promise<z.input<C>>,
  ): Closable;
  /** Waits until the server knows every subscription made so far: from then on calls and events reach it. */
  ready(): Promise<void>;
  /** Whether messages can be sent right now. */
  connected(): boolean;
};

/**
 * Why a call got no answer. `over_share`: a slot is free, but not for one who holds as many as this holder. `remote` carries the serving
 * side's own error code.
 */
export type BusFailure = 'nobody' | 'busy' | 'over_share' | 'silent' | 'timeout' | 'aborted' | 'disconnected' | 'remote';

export class BusError extends Error {
  readonly failure: BusFailure;
  readonly code: string | undefined;
  /** When to try again, as the serving instance said. */
  readonly retryAfterSeconds: number | undefined;

  constructor(failure: BusFailure, code?: string, publicMessage?: string, retryAfterSeconds?: number) {
    super(publicMessage ?? failure);
    this.name = 'BusError';
    this.failure = failure;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** An error as the serving instance reports it: a stable code and a message that may be shown. */
export type RemoteError = { code: string; message: string; retryAfterSeconds?: number };
