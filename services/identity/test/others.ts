import { type Confirmation, agentForgotten, erasureConfirmers } from '@rest-stop/contracts/identity.ts';
import { revokeKey } from '@rest-stop/contracts/gateway.ts';
import type { Bus } from '@rest-stop/runtime/bus/bus.ts';

type Service = (typeof erasureConfirmers)[number];

/** Fakes of the other services on the bus. A test can break each part of them. */
export type Others = {
  /** Which services receive and confirm erasures. */
  up: Set<Service>;
  /** How many reviews stay has, per internal UUID. */
  reviews: Map<string, number>;
  /** How many visits the gateway has, per key hash. */
  visits: Map<string, number>;
  /** How many rows stay fails to delete. */
  stuck: number;
  /** Whether the gateway can revoke keys. */
  revokes: boolean;
  /** Called when a key is to be revoked. */
  onRevoke: (keyHash: string, presentKeyHash?: string) => Promise<void>;
  /** How many erasures stay has received, per agent. */
  received: Map<string, number>;
};

export function otherServices(bus: Bus): Others {
  const others: Others = {
    up: new Set(erasureConfirmers),
    reviews: new Map(),
    visits: new Map(),
    stuck: 0,
    revokes: true,
    onRevoke: async () => undefined,
    received: new Map(),
  };
  bus.serve(revokeKey, { queue: 'gateway' }, async ({ key_hash, present_key_hash }) => {
    await others.onRevoke(key_hash, present_key_hash);
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
      if (service === 'stay') others.received.set(agent, (others.received.get(agent) ?? 0) + 1);
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
