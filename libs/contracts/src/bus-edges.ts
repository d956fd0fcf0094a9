import { composeLecture, defragContext, defragShort, describeEngine } from './ai-worker.ts';
import { revokeKey } from './gateway.ts';
import { agentForgotten, identityActivity, identityHealth, identityStats, readReceiptKeys, recordLastSeen, verifyKey } from './identity.ts';
import type { BusEvent, Rpc } from './rpc.ts';
import { countAttendances, listReviews, stayActivity, stayHealth, stayStats } from './stay/bus.ts';

export const serviceNames = ['gateway', 'identity', 'stay', 'public', 'ai-worker'] as const;
export type ServiceName = (typeof serviceNames)[number];

export type BusEdges = {
  calls: readonly Rpc[];
  serves: readonly Rpc[];
  broadcasts: readonly BusEvent[];
  subscribes: readonly BusEvent[];
};

/** All that each service says and hears on the bus. The rights that the bus gives it are made from this, so what is not here is refused. */
export const busEdges: Record<ServiceName, BusEdges> = {
  gateway: {
    calls: [verifyKey, recordLastSeen, readReceiptKeys],
    serves: [revokeKey],
    broadcasts: [],
    subscribes: [agentForgotten],
  },
  identity: {
    calls: [revokeKey],
    serves: [verifyKey, recordLastSeen, readReceiptKeys, identityHealth, identityStats, identityActivity],
    broadcasts: [agentForgotten],
    subscribes: [],
  },
  stay: {
    calls: [defragContext, defragShort, composeLecture],
    serves: [stayHealth, listReviews, countAttendances, stayStats, stayActivity],
    broadcasts: [],
    subscribes: [agentForgotten],
  },
  public: {
    calls: [
      identityHealth,
      identityStats,
      identityActivity,
      stayHealth,
      listReviews,
      countAttendances,
      stayStats,
      stayActivity,
      describeEngine,
    ],
    serves: [],
    broadcasts: [],
    subscribes: [agentForgotten],
  },
  'ai-worker': {
    // A worker that is told to stop asks whether another one is there.
    calls: [describeEngine],
    serves: [defragContext, defragShort, composeLecture, describeEngine],
    broadcasts: [],
    subscribes: [agentForgotten],
  },
};
