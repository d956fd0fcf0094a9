import type { Bus } from '@rest-stop/runtime/bus/bus.ts';
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
