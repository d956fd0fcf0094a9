import { ApiError } from '@rest-stop/contracts/errors.ts';
import type { Rpc } from '@rest-stop/contracts/rpc.ts';
import type { Bus } from '@rest-stop/runtime/bus/bus.ts';
import type { z } from 'zod';

const askTimeoutMs = 2_000;
const retryAfterSeconds = 1;

/**
 * Asks another service over the bus.
 * @throws ApiError `unavailable` whatever went wrong, because all that the client can do is try again
 */
export async function ask<Q extends z.ZodType, A extends z.ZodType>(bus: Bus, rpc: Rpc<Q, A>, request: z.input<Q>): Promise<z.output<A>> {
  try {
    return await bus.call(rpc, request, { timeoutMs: askTimeoutMs });
  } catch (cause) {
    throw new ApiError('unavailable', 'This cannot be read right now. Ask again in a second.', { retryAfterSeconds, cause });
  }
}
