import type { ServiceName } from '@rest-stop/contracts/bus-edges.ts';
import { createBusKey } from '@rest-stop/runtime/bus/keys.ts';
import { busSettings } from '@rest-stop/testing/deployment/bus-peers.ts';
import { connect, type NatsConnection, nkeyAuthenticator } from 'nats';

/** Somebody on the bus who does not keep to the rules of this project: with a service's seed, with one of nobody, or with none. */
export type Who = ServiceName | 'stranger' | 'nobody';

async function connectAs(who: Who, natsUrl: string): Promise<NatsConnection> {
  const seed = who === 'stranger' ? createBusKey().seed : who === 'nobody' ? undefined : busSettings(who).BUS_SEED;
  return connect({
    servers: new URL(natsUrl).host,
    inboxPrefix: `inbox.${who}`,
    reconnect: false,
    ...(seed && { authenticator: nkeyAuthenticator(new TextEncoder().encode(seed)) }),
  });
}

/** Whether the server refuses the connection. */
export async function isTurnedAway(who: Who, natsUrl: string): Promise<boolean> {
  try {
    await (await connectAs(who, natsUrl)).close();
    return false;
  } catch {
    return true;
  }
}

/** Which of these subjects the server lets `who` neither say nor hear, as `says …` and `listens on …`. */
export async function refusedTo(
  who: ServiceName,
  natsUrl: string,
  says: readonly string[],
  hears: readonly string[],
): Promise<Set<string>> {
  const connection = await connectAs(who, natsUrl);
  const refused = new Set<string>();
  void (async () => {
    for await (const { permissionContext } of connection.status()) {
      if (permissionContext)
        refused.add(`${permissionContext.operation === 'publish' ? 'says' : 'listens on'} ${permissionContext.subject}`);
    }
  })();
  for (const subject of says) connection.publish(subject, '{}', { reply: `inbox.${who}.x.1` });
  for (const subject of hears) connection.subscribe(subject, { callback: () => undefined });
  // The server answers in order: its refusals come before the answer to this.
  await connection.flush();
  await new Promise((resolve) => setImmediate(resolve));
  await connection.close();
  return refused;
}
