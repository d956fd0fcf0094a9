import { connect, ErrorCode, Events, type NatsConnection, type NatsError, nkeyAuthenticator } from 'nats';
import { StartupError } from '../env.ts';
import { type Log, logSecurity } from '../log.ts';
import type { BusKeys } from './keys.ts';

/** Where NATS is, and who this process is there. */
export type NatsAddress = { url: string; keys?: BusKeys | undefined };

type Options = {
  /** The name under which the server lists the connection. */
  name: string;
  /** Where the subjects begin on which this process hears answers. */
  inboxPrefix: string;
  log: Log;
  waitMs: number;
  pingMs?: number | undefined;
};

/** After so many unanswered pings the server counts as dead; this is checked when the next ping is due. */
const unansweredPings = 2;
/** How often the server is pinged, in milliseconds: a dead one is noticed within three times this. */
const pingEveryMs = 10_000;

/**
 * Connects and, after a loss, reconnects for ever; notices a dead server within 30 s (the client's defaults are 10 attempts and 4 minutes).
 * @throws StartupError when there is no answer within `waitMs`, or the server does not know who this is.
 */
export async function connectNats(
  at: NatsAddress,
  { name, inboxPrefix, log, waitMs, pingMs = pingEveryMs }: Options,
): Promise<NatsConnection> {
  const giveUpAt = Date.now() + waitMs;
  for (;;) {
    try {
      const connection = await connect({
        ...addressOf(at),
        name,
        inboxPrefix,
        maxReconnectAttempts: -1,
        // A server whose list of users is being changed may refuse for a while.
        ignoreAuthErrorAbort: true,
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
      throw new StartupError(problemOf(error as NatsError, new URL(at.url).host, name), { cause: error });
    }
  }
}

function problemOf({ code }: NatsError, host: string, name: string): string {
  return code === ErrorCode.AuthorizationViolation
    ? `NATS at ${host} refuses ${name}: it does not know the key of BUS_SEED, or the user in NATS_URL`
    : `cannot reach NATS at ${host}`;
}

async function watch(connection: NatsConnection, log: Log): Promise<void> {
  for await (const status of connection.status()) {
    if (status.type === Events.Disconnect) log.warn('NATS disconnected');
    if (status.type === Events.Reconnect) log.info('NATS reconnected');
    if (status.permissionContext) logSecurity(log, 'NATS refused what this service may not do', status.permissionContext);
  }
}

/** The client wants the address, the credentials and TLS as separate options. A server that asks for no credentials ignores them. */
function addressOf({ url, keys }: NatsAddress) {
  const { host, username, password, protocol } = new URL(url);
  const own = username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : undefined;
  return {
    servers: host,
    ...(own ?? (keys ? { authenticator: nkeyAuthenticator(new TextEncoder().encode(keys.seed)) } : {})),
    ...(protocol === 'tls:' ? { tls: {} } : {}),
  };
}
