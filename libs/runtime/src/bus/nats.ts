import type { BusEvent } from '@rest-stop/contracts/rpc.ts';
import { tolerant } from '@rest-stop/contracts/tolerant.ts';
import { type Log, logSecurity } from '../log.ts';
import { StartupError } from '../env.ts';
import type { Reason } from '../insecure.ts';
import { type Bus, BusError } from './bus.ts';
import { type BusKeys, type PeerName, publicKeyOf } from './keys.ts';
import { NatsCalls } from './nats-calls.ts';
import { connectNats, type NatsAddress } from './nats-connection.ts';
import { hearEvents, publishAndCollect } from './nats-events.ts';
import { findFreeInstance } from './nats-instances.ts';
import { answerDiscovery } from './nats-micro.ts';
import { serveOverNats } from './nats-server.ts';
import { inboxPrefix } from './nats-subjects.ts';
import { tracedBus } from '../tracing/bus.ts';
import { signatures } from './signatures.ts';

/** `insecure`: why it should not be used in production. */
export type NatsBus = Bus & { insecure: Reason | undefined };

/**
 * The bus over core NATS. It uses no streams, so no text of an agent is written to a disk.
 * A path in the URL (`nats://host:4222/staging`) becomes a prefix of every subject, so that several deployments can share a server.
 * @param name the service's name, as the server's monitoring and the discovery show it (letters, digits, "-" and "_")
 * @param pingMs how often the server is pinged, in milliseconds
 */
export async function natsBus(at: NatsAddress, name: string, log: Log, waitMs: number, pingMs?: number): Promise<NatsBus> {
  if (at.keys) assertKnown(at.keys, name);
  const prefix = new URL(at.url).pathname.replaceAll('/', '');
  const prefixed = (subject: string) => (prefix ? `${prefix}.${subject}` : subject);
  const withPrefix = <T extends { subject: string }>(what: T): T => ({ ...what, subject: prefixed(what.subject) });
  const ownInbox = prefixed(inboxPrefix(name));
  const nc = await connectNats(at, { name, inboxPrefix: ownInbox, log, waitMs, pingMs });
  const signed = signatures(at.keys);
  const calls = new NatsCalls(nc, ownInbox);
  const discovery = answerDiscovery(nc, name);
  let isConnected = true;
  void (async () => {
    for await (const { type } of nc.status()) {
      if (type === 'disconnect') isConnected = false;
      if (type === 'reconnect') isConnected = true;
    }
  })();
  const refused = (what: string) => (subject: string) => logSecurity(log, what, { subject });

  return tracedBus<NatsBus>({
    insecure: nc.info?.auth_required === true ? undefined : 'nats-open',
    async call(rpc, request, options) {
      if (!isConnected) throw new BusError('disconnected');
      const checked = rpc.request.parse(request);
      const { subject } = withPrefix(rpc);
      const to = options.freeInstanceOnly ? await findFreeInstance(nc, subject) : subject;
      return tolerant(rpc.reply).parse(await calls.send(to, checked, options));
    },
    serve(rpc, options, handler) {
      const endpoint = discovery.endpoint(rpc.subject, options.queue);
      return serveOverNats(nc, log, withPrefix(rpc), options, (request, context) => handler(request as never, context), endpoint);
    },
    broadcast(event, payload, { timeoutMs }) {
      const inbox = { nc, prefix: ownInbox, signed, refused: refused('a confirmation that its service has not signed') };
      return publishAndCollect(inbox, withPrefix(event), payload, timeoutMs) as never;
    },
    subscribe(event: BusEvent, handler: (payload: never) => Promise<unknown>) {
      const hearing = { nc, signed, refused: refused('an event that its sender has not signed'), log };
      return hearEvents(hearing, event.subject, withPrefix(event), handler as (payload: unknown) => Promise<unknown>);
    },
    // A connection that is lost here is no failure: when the client reconnects it sends every subscription again.
    ready: () => nc.flush().catch(() => {}),
    connected: () => isConnected && !nc.isClosed(),
    async close() {
      await nc.drain();
    },
  });
}

/** @throws StartupError where the others would not believe this process */
function assertKnown({ seed, peers }: BusKeys, name: string): void {
  const known = peers.get(name as PeerName) ?? [];
  if (!known.includes(publicKeyOf(seed))) throw new StartupError(`BUS_PEERS does not name the public key of BUS_SEED for ${name}`);
}
