import { connect, Events, type NatsConnection } from 'nats';
import { StartupError } from '../env.ts';
import type { Log } from '../log.ts';

/** After so many unanswered pings the server counts as dead; this is checked when the next ping is due. */
const unansweredPings = 2;
/** How often the server is pinged, in milliseconds: a dead one is noticed within three times this. */
const pingEveryMs = 10_000;

/**
 * Connects and, after a loss, reconnects for ever; notices a dead server within 30 s (the client's defaults are 10 attempts and 4 minutes).
 * @throws StartupError when there is no answer within `waitMs`.
 */
export async function connectNats(url: string, name: string, log: Log, waitMs: number, pingMs = pingEveryMs): Promise<NatsConnection> {
  const giveUpAt = Date.now() + waitMs;
  for (;;) {
    try {
      const connection = await connect({
        ...addressOf(url),
        name,
        maxReconnectAttempts: -1,
        reconnectTimeWait: 250,
        reconnectJitter: 250,
        pingInterval: pingMs,
        maxPingOut: unansweredPings,
        timeout: 2_000,
      });
      void watch(connection, log);
      return connection;
    } catch (error) {
      if (Date.now() < giveUpAt) {
        await new Promise((resolve) => setTimeout(resolve, 500));
        continue;
      }
      throw new StartupError(`cannot reach NATS at ${new URL(url).host}`, { cause: error });
    }
  }
}

async function watch(connection: NatsConnection, log: Log): Promise<void> {
  for await (const status of connection.status()) {
    if (status.type === Events.Disconnect) log.warn('NATS disconnected');
    if (status.type === Events.Reconnect) log.info('NATS reconnected');
  }
}

/** The client wants the address, the credentials and TLS as separate options. */
function addressOf(url: string) {
  const { host, username, password, protocol } = new URL(url);
  return {
    servers: host,
    ...(username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : {}),
    ...(protocol === 'tls:' ? { tls: {} } : {}),
  };
}
