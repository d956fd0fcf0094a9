import { revokeKey } from '@rest-stop/contracts/gateway.ts';
import { agentForgotten, readReceiptKeys, receiptKeysPath } from '@rest-stop/contracts/identity.ts';
import type { Owner } from '@rest-stop/contracts/route.ts';
import type { Bus } from '@rest-stop/runtime/bus/bus.ts';
import { interval, closeAll } from '@rest-stop/runtime/lifecycle.ts';
import type { Log } from '@rest-stop/runtime/log.ts';
import type { Service } from '@rest-stop/runtime/service.ts';
import { createAdmit } from './admission/admit.ts';
import { unavailable } from './admission/errors.ts';
import type { VisitLog } from './admission/visit-log.ts';
import { createGuard, type Limits } from './guard.ts';
import { createPublicServer } from './http/server.ts';
import { trackLastSeen } from './last-seen.ts';
import { forwardEndpoints, type Pools } from './proxy/forward.ts';
import { limitRegistrations, type RegistrationLimit } from './registration/limit.ts';

export type Deps = {
  bus: Bus;
  visitLog: VisitLog;
  log: Log;
  secret: string;
  /** Public base URL: ends in /v1, no slash after it. */
  baseUrl: string;
  limits: Limits;
  registrationLimit: RegistrationLimit;
  /** Origin of each upstream, by plain http. */
  upstreams: Record<Owner, string>;
  now?: () => number;
  /** What asking identity about an unknown key may take, in milliseconds; by default its outage is answered within 300. */
  admissionMs?: number;
  /** Connections to the upstreams, closed with the gateway. Default: as many as it takes for slow calls not to hold up the others. */
  pools?: Pools;
};

const lastSeenFlushMs = 5_000;
const receiptKeysMs = 2_000;
const registrationsSweepMs = 15_000;

/** The gateway: every endpoint of the contracts, admitted and forwarded. `visitLog` and `bus` are stopped by whoever opened them. */
export function gatewayApp(deps: Deps): Service {
  const { bus, visitLog, log, secret, baseUrl, limits, registrationLimit, upstreams, now = Date.now, admissionMs, pools } = deps;
  const { perMinute, trustedProxyHops } = registrationLimit;
  const registrations = limitRegistrations(perMinute, { now });
  const admit = createAdmit(visitLog, bus, admissionMs);
  const lastSeen = trackLastSeen(bus);
  const http = createPublicServer({ baseUrl, log });
  http.decorateRequest('callerContext');
  http.addHook('onRequest', createGuard({ admit, lastSeen, limits, registrations, trustedProxyHops, now }));

  forwardEndpoints(http, { upstreams, secret, baseUrl, now, pools });
  // Redis and NATS are shared by all gateways: an outage there must not take every gateway, and the open endpoints with them, out of service.
  for (const probePath of ['/livez', '/readyz']) http.get(probePath, { config: { probePath } }, async () => ({ ok: true }));

  http.get(receiptKeysPath, { config: { probePath: receiptKeysPath } }, async (_request, reply) => {
    const keys = await bus.call(readReceiptKeys, {}, { timeoutMs: receiptKeysMs }).catch((error: unknown) => {
      throw unavailable(error);
    });
    return reply.header('cache-control', 'public, max-age=300').send(keys);
  });

  const parts = [
    interval(lastSeenFlushMs, log, 'last-seen write-back', lastSeen.flush),
    interval(registrationsSweepMs, log, 'registration limit roll-off', async () => registrations.sweep()),
    bus.serve(revokeKey, { queue: 'gateway' }, async ({ key_hash }) => {
      await visitLog.revoke(key_hash);
      return { revoked: true as const };
    }),
    bus.subscribe(agentForgotten, async ({ agent, key_hash }) => {
      lastSeen.forget(agent);
      const visits = await visitLog.erase(key_hash);
      return { service: 'gateway', deleted: { visits }, left: await visitLog.left(key_hash) };
    }),
  ];
  return {
    http,
    ready: () => bus.ready(),
    async close() {
      await closeAll(...parts);
      await lastSeen.flush().catch(() => {});
    },
  };
}
