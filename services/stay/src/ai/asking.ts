import type { Rpc } from '@rest-stop/contracts/rpc.ts';
import { type Bus, BusError } from '@rest-stop/runtime/bus/bus.ts';
import type { Db } from '@rest-stop/runtime/postgres/sql.ts';
import { isForgotten } from '../agents/store.ts';
import { keyDestroyed } from '../agents/with-agent-lock.ts';

/** What `dispatch` asks workers through. */
export type Asking = Pick<Bus, 'call'>;

/**
 * Asks workers for `agent`, each time only after it has looked for the tombstone: this instance may have missed that the agent was forgotten,
 * and no model is to be given anything of it once stay has confirmed.
 * @param agent the internal UUID
 */
export function askingFor(agent: string, { db, bus }: { db: Db; bus: Bus }): Asking {
  return {
    async call(rpc, request, options) {
      if (await isForgotten(db, agent)) throw keyDestroyed();
      return bus.call(rpc, request, options);
    },
  };
}

/** Asks by `first`, and by what was asked for only where nobody answers that: workers of the version before do not know `first`. */
export function askingFirst(first: Rpc, asking: Asking): Asking {
  return {
    async call(rpc, request, options) {
      try {
        return (await asking.call(first, request, options)) as never;
      } catch (error) {
        if (error instanceof BusError && error.failure === 'nobody') return asking.call(rpc, request, options);
        throw error;
      }
    },
  };
}
