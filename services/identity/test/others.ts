import { type Confirmation, agentForgotten, erasureConfirmers } from '@rest-stop/contracts/identity.ts';
import { revokeKey } from '@rest-stop/contracts/gateway.ts';
import type { Bus } from '@rest-stop/runtime/bus/bus.ts';

type Service = (typeof erasureConfirmers)[number];

/** The other services, as far as identity meets them over the bus. Each part can be broken by a test. */
export type Others = {
  /** Who hears and confirms erasures. */
  up: Set<Service>;
  /** What stay holds, per internal uuid. */
  reviews: Map<string, number>;
  /** The visit log, per key hash. */
  visits: Map<string, number>;
  /** Rows that stay fails to delete. */
  stuck: number;
  /** Whether the gateway can end keys. */
  revokes: boolean;
  /** Runs whenever a key is to be ended. */
  onRevoke: (keyHash: string) => Promise<void>;
  /** Every event that was heard, per agent. */
  heard: Map<string, number>;
};

export function otherServices(bus: Bus): Others {
  const others: Others = {
    up: new Set(erasureConfirmers),
    reviews: new Map(),
    visits: new Map(),
    stuck: 0,
    revokes: true,
    onRevoke: async () => undefined,
    heard: new Map(),
  };
  bus.serve(revokeKey, { queue: 'gateway' }, async ({ key_hash }) => {
    await others.onRevoke(key_hash);
    if (!others.revokes) throw new Error('the key store is away');
    return { revoked: true as const };
  });
  const confirm: Record<Service, (agent: string, keyHash: string) => Confirmation> = {
    gateway: (_agent, keyHash) => ({ service: 'gateway', deleted: { visits: taken(others.visits, keyHash) }, left: 0 }),
    stay: (agent) => ({ service: 'stay', deleted: { reviews: taken(others.reviews, agent), guests: 1 }, left: others.stuck }),
    public: () => ({ service: 'public', deleted: {}, left: 0 }),
    'ai-worker': () => ({ service: 'ai-worker', deleted: {}, left: 0 }),
  };
  for (const service of erasureConfirmers) {
    bus.subscribe(agentForgotten, async ({ agent, key_hash }) => {
      if (!others.up.has(service)) throw new Error('not running');
      if (service === 'stay') others.heard.set(agent, (others.heard.get(agent) ?? 0) + 1);
      return confirm[service](agent, key_hash);
    });
  }
  return others;
}

function taken(from: Map<string, number>, key: string): number {
  const count = from.get(key) ?? 0;
  from.delete(key);
  return count;
}
