import { recordLastSeen } from '@rest-stop/contracts/identity.ts';
import type { Bus } from '@rest-stop/runtime/bus/bus.ts';

const batchSize = 1_000;
const maxAgents = 100_000;
const answerWithinMs = 2_000;

/** When agents were last seen, gathered here so that no request costs a database write. */
export type Seen = {
  /** @param at ISO 8601 */
  note(agent: string, at: string): void;
  /** Drops what is gathered of an agent that asked to be forgotten. */
  forget(agent: string): void;
  /** Tells identity what has gathered. What could not be told is kept for the next time. */
  flush(): Promise<void>;
};

/** At most 100,000 agents are remembered between two flushes: while identity is away, newcomers beyond that are left out. */
export function gatherSeen(bus: Bus): Seen {
  const lastSeen = new Map<string, string>();
  return {
    note(agent, at) {
      if (lastSeen.size < maxAgents || lastSeen.has(agent)) lastSeen.set(agent, at);
    },
    forget: (agent) => void lastSeen.delete(agent),
    async flush() {
      const waiting = [...lastSeen].map(([agent, at]) => ({ agent, at }));
      for (let i = 0; i < waiting.length; i += batchSize) {
        const visits = waiting.slice(i, i + batchSize);
        await bus.call(recordLastSeen, { visits }, { timeoutMs: answerWithinMs });
        for (const { agent, at } of visits) if (lastSeen.get(agent) === at) lastSeen.delete(agent);
      }
    },
  };
}
