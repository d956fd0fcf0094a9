import type { BusEvent } from '@rest-stop/contracts/rpc.ts';
import { tolerant } from '@rest-stop/contracts/tolerant.ts';
import { createInbox, type Msg, type NatsConnection } from 'nats';
import type { Log } from '../log.ts';
import { type Bus, BusError } from './bus.ts';
import { NatsCalls } from './nats-calls.ts';
import { connectNats } from './nats-connection.ts';
import { findFreeInstance } from './nats-instances.ts';
import { answerDiscovery } from './nats-micro.ts';
import { serveOverNats } from './nats-server.ts';
import { decode, encode } from './nats-wire.ts';

/**
 * The bus over core NATS. It uses no streams, so no text of an agent is written to a disk.
 * A path in `url` (`nats://host:4222/staging`) becomes a prefix of every subject, so that several deployments can share a server.
 * @param name the service's name, as the server's monitoring and the discovery show it (letters, digits, "-" and "_")
 * @param pingMs how often the server is pinged, in milliseconds
 */
export async function natsBus(url: string, name: string, log: Log, waitMs: number, pingMs?: number): Promise<Bus> {
  const prefix = new URL(url).pathname.replaceAll('/', '');
  const withPrefix = <T extends { subject: string }>(what: T): T => (prefix ? { ...what, subject: `${prefix}.${what.subject}` } : what);
  const nc = await connectNats(url, name, log, waitMs, pingMs);
  const calls = new NatsCalls(nc);
  const discovery = answerDiscovery(nc, name);
  let isConnected = true;
  void (async () => {
    for await (const { type } of nc.status()) {
      if (type === 'disconnect') isConnected = false;
      if (type === 'reconnect') isConnected = true;
    }
  })();

  return {
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
    broadcast: (event, payload, { timeoutMs }) => publishAndCollect(nc, withPrefix(event), payload, timeoutMs) as never,
    subscribe(event, handler) {
      const subscription = nc.subscribe(withPrefix(event).subject, {
        callback: (error, message) => {
          if (error) return;
          void runHandler(async () => {
            const confirmation = await handler(tolerant(event.payload).parse(decode(message.data)));
            if (message.reply) message.respond(encode(event.confirmation.parse(confirmation)));
          }, event.subject);
        },
      });
      return { close: async () => subscription.unsubscribe() };
    },
    // A connection that is lost here is no failure: when the client reconnects it sends every subscription again.
    ready: () => nc.flush().catch(() => {}),
    connected: () => isConnected && !nc.isClosed(),
    async close() {
      await nc.drain();
    },
  };

  async function runHandler(work: () => Promise<void>, subject: string): Promise<void> {
    try {
      await work();
    } catch (error) {
      log.error({ err: error, subject }, 'event handler failed');
    }
  }
}

async function* publishAndCollect(nc: NatsConnection, event: BusEvent, payload: unknown, timeoutMs: number): AsyncGenerator {
  const inbox = createInbox();
  const subscription = nc.subscribe(inbox);
  const timer = setTimeout(() => subscription.unsubscribe(), timeoutMs);
  try {
    nc.publish(event.subject, encode(event.payload.parse(payload)), { reply: inbox });
    for await (const message of subscription) {
      if (message.headers?.code === 503) return;
      const confirmation = tolerant(event.confirmation).safeParse(decodeOrUndefined(message));
      if (confirmation.success) yield confirmation.data;
    }
  } finally {
    clearTimeout(timer);
    subscription.unsubscribe();
  }
}

/** The JSON of a message; undefined where it is none, which no contract accepts. */
function decodeOrUndefined(message: Msg): unknown {
  try {
    return decode(message.data);
  } catch {
    return undefined;
  }
}
