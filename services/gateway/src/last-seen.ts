import { recordLastSeen } from '@rest-stop/contracts/identity.ts';
import type { Bus } from '@rest-stop/runtime/bus/bus.ts';

const batchSize = 1_000;
const maxAgents = 100_000;
const answerWithinMs = 2_000;

/** When agents were last seen, kept here for some seconds so that no request costs a database write. */
export type LastSeen = {
  /** @param at ISO 8601 */
  record(agent: string, at: string): void;
  /** Drops the time of an agent that asked to be forgotten. */
  forget(agent: string): void;
  /** Sends all times to identity. Those that identity did not confirm are kept for the next flush. */
  flush(): Promise<void>;
};

/** Keeps at most 100,000 agents between two flushes: while identity is down, agents beyond that are not recorded. */
export function trackLastSeen(bus: Bus): LastSeen {
  const lastSeen = new Map<string, string>();
  return {
    record(agent, at) {
      if (lastSeen.size < maxAgents || lastSeen.has(agent)) lastSeen.set(agent, at);
    },
    forget: (agent) => void lastSeen.delete(agent),
    async flush() {
      const unsent = [...lastSeen].map(([agent, at]) => ({ agent, at }));
      for (let i = 0; i < unsent.length; i += batchSize) {
        const seen = unsent.slice(i, i + batchSize);
        await bus.call(recordLastSeen, { seen }, { timeoutMs: answerWithinMs });
        // A time that changed meanwhile has not been sent yet.
        for (const { agent, at } of seen) if (lastSeen.get(agent) === at) lastSeen.delete(agent);
      }
    },
  };
}
