import { agentForgotten, type Confirmation } from '@rest-stop/contracts/identity.ts';
import type { ErasureContext } from './context.ts';
import { namesOf } from './revoke.ts';
import { confirmedBy } from './rules.ts';
import type { Erasure } from './store.ts';

const timeoutMs = 2_000;

/**
 * Sends every service the order to delete its part of the agent and collects the confirmations, until all pending services have confirmed
 * or 2 s have passed. Never throws: a service that did not confirm stays pending, and the relay asks it again.
 */
export async function broadcastErasure(
  { bus, log, failpoint }: ErasureContext,
  { agent, pending, ...keys }: Erasure,
): Promise<Confirmation[]> {
  const received: Confirmation[] = [];
  try {
    for await (const confirmation of bus.broadcast(agentForgotten, { agent, ...namesOf(keys) }, { timeoutMs })) {
      received.push(confirmation);
      await failpoint('after a confirmation');
      const confirmed = confirmedBy(received);
      if (pending.every((service) => confirmed.has(service))) break;
    }
  } catch (error) {
    log.warn({ err: error }, 'an erasure could not be announced');
  }
  return received;
}
