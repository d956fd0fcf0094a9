import { revokeKey } from '@rest-stop/contracts/gateway.ts';
import { agentForgotten, readReceiptKeys, receiptKeysPath } from '@rest-stop/contracts/identity.ts';
import type { Owner } from '@rest-stop/contracts/route.ts';
import type { Bus } from '@rest-stop/runtime/bus/bus.ts';
import type { CallerSecrets } from '@rest-stop/runtime/http/caller.ts';
import { interval, closeAll } from '@rest-stop/runtime/lifecycle.ts';
import type { Log } from '@rest-stop/runtime/log.ts';
import { Registry } from '@rest-stop/runtime/metrics/registry.ts';
import type { Service } from '@rest-stop/runtime/service.ts';
import { sharedRead } from '@rest-stop/runtime/shared-read.ts';
import { createAdmit } from './admission/admit.ts';
import { unavailable } from './admission/errors.ts';
import type { VisitLog } from './admission/visit-log.ts';
import { defaultLoad, type LoadLimits } from './config.ts';
import { forwardDocuments } from './documents/forward.ts';
import { createGuard, type Limits } from './guard.ts';
import { createBodyBudget } from './http/body-budget.ts';
import { allowedHosts } from './http/hosts.ts';
import { probePaths } from './http/probes.ts';
import { createPublicServer } from './http/server.ts';
import { trackLastSeen } from './last-seen.ts';
import { serveMcp } from './mcp/endpoint.ts';
import { countAdmissions, measureBodies } from './metrics.ts';
import { forwardEndpoints, type Pools } from './proxy/forward.ts';
import { limitRegistrations, type RegistrationLimit } from './registration/limit.ts';

export type Deps = {
  bus: Bus;
  visitLog: VisitLog;
  log: Log;
  /** What is shared with each upstream, to sign who calls. */
  secrets: Record<Owner, CallerSecrets>;
  /** Public base URL: ends in /v1, no slash after it. */
  baseUrl: string;
  limits: Limits;
  registrationLimit: RegistrationLimit;
  /** Default: that of the settings. */
  load?: LoadLimits;
  /** Host names beside that of `baseUrl` by which the gateway may be addressed. */
  allowedHosts?: readonly string[];
  /** Its metrics are added here. */
  registry?: Registry;
  /** Origin of each upstream, by plain http. */
  upstreams: Record<Owner, string>;
  now?: () => number;
  /** How long identity may answer nobody while it is asked about keys, in milliseconds. Default: its outage is answered within 300. */
  silenceMs?: number;
  /** Connections to the upstreams, closed with the gateway. Default: slow calls have their own, so that they do not hold up the others. */
  pools?: Pools;
};

const lastSeenFlushMs = 5_000;
const receiptKeysMs = 2_000;
/** Anybody may ask for them, so identity is asked once a second at most. They change seldom: clients may keep them for longer than that. */
const receiptKeysAge = { maxAgeMs: 1_000, staleMs: 300_000 };
const sweepMs = 15_000;

/** The gateway: admits requests to every endpoint of the contracts and forwards them, and those for documents. Whoever opened `visitLog` and `bus` closes them. */
export function gatewayApp(deps: Deps): Service {
  const { bus, visitLog, log, secrets, baseUrl, limits, registrationLimit, load = defaultLoad, registry = new Registry() } = deps;
  const { upstreams, now = Date.now, silenceMs, pools } = deps;
  const { trustedProxyHops } = registrationLimit;
  const registrations = limitRegistrations(registrationLimit, { now });
  const messages = limitRegistrations({ perMinute: load.keylessMessagesPerMinute, perDay: 0 }, { now });
  const hosts = allowedHosts(baseUrl, deps.allowedHosts ?? []);
  const admit = countAdmissions(createAdmit(visitLog, bus, silenceMs), registry);
  const bodies = createBodyBudget(load.bodyBudgetBytes);
  measureBodies(bodies, load.bodyBudgetBytes, registry);
  const lastSeen = trackLastSeen(bus);
  const http = createPublicServer({ baseUrl, log, trustedProxyHops, bodies, connectionsPerClient: load.connectionsPerClient, hosts });
  http.decorateRequest('callerContext');
  http.addHook('onRequest', createGuard({ baseUrl, admit, lastSeen, limits, registrations, trustedProxyHops, now }));

  forwardEndpoints(http, { upstreams, secrets, baseUrl, now, pools });
  forwardDocuments(http, { upstreams, secrets, baseUrl, now });
  serveMcp(http, { baseUrl, hosts, messages, trustedProxyHops });
  // Readiness does not ask Redis or NATS: all gateways share them, so an outage would take every gateway out of service, also for the
  // endpoints that need neither.
  for (const probePath of probePaths) http.get(probePath, { exposeHeadRoute: true, config: { probePath } }, async () => ({ ok: true }));

  const receiptKeys = sharedRead(() => bus.call(readReceiptKeys, {}, { timeoutMs: receiptKeysMs }), receiptKeysAge);
  http.get(receiptKeysPath, { exposeHeadRoute: true, config: { probePath: receiptKeysPath } }, async (_request, reply) => {
    const keys = await receiptKeys.get().catch((error: unknown) => {
      throw unavailable(error);
    });
    return reply.header('cache-control', 'public, max-age=300').send(keys);
  });

  const parts = [
    interval(lastSeenFlushMs, log, 'last-seen write-back', lastSeen.flush),
    interval(sweepMs, log, 'roll-off of the limits by address', async () => {
      registrations.sweep();
      messages.sweep();
    }),
    bus.serve(revokeKey, { queue: 'gateway' }, async ({ key_hash, present_key_hash = key_hash }) => {
      await visitLog.revoke(present_key_hash, key_hash);
      return { revoked: true as const };
    }),
    bus.subscribe(agentForgotten, async ({ agent, key_hash, present_key_hash = key_hash }) => {
      lastSeen.forget(agent);
      const visits = await visitLog.erase(present_key_hash, key_hash);
      return { service: 'gateway', deleted: { visits }, left: await visitLog.left(present_key_hash, key_hash) };
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
