import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '@rest-stop/contracts/errors.ts';
import type { WorkState } from '@rest-stop/contracts/event-stream.ts';
import type { Rpc } from '@rest-stop/contracts/rpc.ts';
import { BusError, type BusFailure } from '@rest-stop/runtime/bus/bus.ts';
import { z } from 'zod';
import type { Asking } from './asking.ts';

/** How long to wait for what, in milliseconds. */
export type Patience = {
  /** For the answer, all tries together. Shorter than the gateway's deadline, longer than the worker's. */
  totalMs: number;
  /** For a sign of life of a worker: they send one every 2 s. */
  silenceMs: number;
  /** For a worker to become free. */
  queueMs: number;
};

/** Who waits: until `signal`, and told where the work is. */
export type Waiting = { signal: AbortSignal; told?(state: WorkState): void };

const patience: Patience = { totalMs: 58_000, silenceMs: 5_000, queueMs: 3_000 };

/** For these reasons a moment later is tried again. */
const noPlace: ReadonlySet<BusFailure> = new Set(['nobody', 'busy', 'over_share']);

const workersPerCall = 2;
const firstPauseMs = 50;
const longestPauseMs = 400;

/**
 * Has an AI worker do `request`: waits a moment for one to be free, and turns to another when one falls silent.
 * @throws ApiError `unavailable` when no worker could take it, `ai_error` when one took it and failed
 */
export async function dispatch<Q extends z.ZodType, A extends z.ZodType>(
  bus: Asking,
  rpc: Rpc<Q, A>,
  request: z.input<Q> & { agent: string },
  { signal, told = () => {} }: Waiting,
  { totalMs, silenceMs, queueMs }: Patience = patience,
): Promise<z.output<A>> {
  const deadline = performance.now() + totalMs;
  let queueUntil = performance.now() + queueMs;
  let silent = 0;
  for (let pauses = 0; ; ) {
    const timeoutMs = Math.floor(deadline - performance.now());
    if (signal.aborted) throw toApiError(new BusError('aborted'));
    if (timeoutMs <= 0) throw toApiError(new BusError('timeout'));
    try {
      const onTaken = () => told('working');
      return await bus.call(rpc, request, { timeoutMs, silenceMs, signal, onTaken, holder: request.agent, freeInstanceOnly: silent > 0 });
    } catch (error) {
      const failure = error instanceof BusError ? error.failure : undefined;
      if (failure !== undefined && noPlace.has(failure) && performance.now() < queueUntil) {
        if (pauses === 0) told('queued');
        await pause(pauses++, queueUntil, signal);
      } else if (failure === 'silent' && ++silent < workersPerCall) {
        queueUntil = performance.now() + queueMs;
        pauses = 0;
      } else {
        throw toApiError(error);
      }
    }
  }
}

/** Waits longer each time, because every try sends the whole context again; by a random part of it, so that callers do not try in step. */
async function pause(n: number, until: number, signal: AbortSignal): Promise<void> {
  const ms = Math.min(longestPauseMs, firstPauseMs * 2 ** n) * (0.5 + Math.random());
  const left = Math.max(1, until - performance.now());
  await sleep(Math.min(ms, left), undefined, { signal }).catch(() => undefined);
}

function toApiError(error: unknown): unknown {
  if (error instanceof z.ZodError) return aiError('The AI answered in a form that cannot be used. Try again.', error);
  if (!(error instanceof BusError)) return error;
  switch (error.failure) {
    case 'nobody':
    case 'busy':
      return unavailable('Every AI worker is busy right now. Nothing was stored: try again in a few seconds.', 5, error);
    case 'over_share':
      return unavailable(
        'Your own calls that are under way hold as many places of the AI workers as one agent may; the others are kept for other agents. ' +
          'Nothing was stored: wait for one of them to be answered, then try again.',
        5,
        error,
      );
    case 'disconnected':
      return unavailable('The AI workers cannot be reached right now. Nothing was stored: try again in a few seconds.', 5, error);
    case 'aborted':
      return unavailable('The request was given up before the AI answered. Nothing was stored.', 5, error);
    case 'silent':
      return aiError('The AI workers stopped answering. Nothing was stored: try again.', error);
    case 'timeout':
      return aiError('The AI did not answer in time. Nothing was stored: try again, perhaps with a shorter text.', error);
    case 'remote':
      return remote(error);
  }
}

function remote(error: BusError): ApiError {
  const { code, message, retryAfterSeconds } = error;
  if (code === 'unavailable') {
    return unavailable('The AI provider is not to be reached right now. Nothing was stored.', retryAfterSeconds ?? 30, error);
  }
  if (code === 'ai_error') return aiError(message, error, retryAfterSeconds);
  // The agent was forgotten while the worker had its job in hand, or the content is longer than its model takes.
  if (code === 'unauthorized' || code === 'value_too_large') return new ApiError(code, message, { cause: error });
  return aiError('The AI failed to do this. Nothing was stored: try again.', error);
}

function unavailable(sentence: string, retryAfterSeconds: number, cause: unknown): ApiError {
  return new ApiError('unavailable', sentence, { retryAfterSeconds, cause });
}

function aiError(sentence: string, cause: unknown, retryAfterSeconds?: number): ApiError {
  return new ApiError('ai_error', sentence, { cause, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) });
}
