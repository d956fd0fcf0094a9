import {
  type Env,
  flag,
  port,
  publicBaseUrl,
  rateLimitConfig,
  rateLimitEnv,
  internalSecret,
  readEnv,
  rotatedSecret,
  redisUrl,
  serviceConfig,
  serviceEnv,
  urlOf,
  wholeNumber,
} from '@rest-stop/runtime/env.ts';
import { hasPassword, startGate } from '@rest-stop/runtime/start-gate.ts';
import { z } from 'zod';
import { defaultSilenceMs } from './admission/peer-watch.ts';

const megabyte = 1_048_576;

/** What one gateway takes at once, of all its clients together and of each. */
export type LoadLimits = { bodyBudgetBytes: number; connectionsPerClient: number; keylessMessagesPerMinute: number };
export const defaultLoad: LoadLimits = { bodyBudgetBytes: 48 * megabyte, connectionsPerClient: 1_000, keylessMessagesPerMinute: 600 };

/** Host names with commas between, as a Host header has them, without ports. */
const hostNames = z
  .string()
  .transform((text) => text.split(',').map((name) => name.trim().toLowerCase()))
  .refine((names) => names.every((name) => /^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/.test(name)), {
    error: 'must be host names with commas between, without scheme and port',
  });

/** The settings for admission and registration: also read where the gateway runs in one process with the other services. */
export const limitsEnv = {
  ...rateLimitEnv,
  /** Registrations that one client address may make in a minute, at one gateway. */
  REGISTRATION_LIMIT_PER_MINUTE: wholeNumber(0, 1_000_000).default(600),
  /** Registrations that one client address may make in a day, at one gateway. */
  REGISTRATION_LIMIT_PER_DAY: wholeNumber(0, 1_000_000_000).default(10_000),
  TRUSTED_PROXY_HOPS: wholeNumber(0, 10).default(0),
  /** Room for the bodies of all requests that one gateway has not answered yet, in MiB. */
  BODY_BUDGET_MB: wholeNumber(8, 65_536).default(defaultLoad.bodyBudgetBytes / megabyte),
  /** Connections that one client address may have, at one gateway without a proxy in front. */
  CONNECTIONS_PER_CLIENT: wholeNumber(0, 1_000_000).default(defaultLoad.connectionsPerClient),
  /** MCP messages without a well-formed key in the header that one client address may send in a minute, at one gateway. */
  KEYLESS_MESSAGES_PER_MINUTE: wholeNumber(0, 1_000_000).default(defaultLoad.keylessMessagesPerMinute),
  /** Host names, beside that of PUBLIC_BASE_URL, by which the gateway may be addressed and whose pages may call /mcp. */
  ALLOWED_HOSTS: hostNames.default([]),
};

/** The part of a config that comes from `limitsEnv`. */
export function limitsConfig(read: z.output<z.ZodObject<typeof limitsEnv>>) {
  return {
    limits: rateLimitConfig(read),
    registrationLimit: {
      perMinute: read.REGISTRATION_LIMIT_PER_MINUTE,
      perDay: read.REGISTRATION_LIMIT_PER_DAY,
      trustedProxyHops: read.TRUSTED_PROXY_HOPS,
    },
    load: {
      bodyBudgetBytes: read.BODY_BUDGET_MB * megabyte,
      connectionsPerClient: read.CONNECTIONS_PER_CLIENT,
      keylessMessagesPerMinute: read.KEYLESS_MESSAGES_PER_MINUTE,
    },
    allowedHosts: read.ALLOWED_HOSTS,
  };
}

/** In development the upstreams are on this machine unless the environment says otherwise. In production each has to be named. */
function settings(production: boolean) {
  const upstream = (localPort: number) => {
    const url = urlOf(['http']);
    return production ? url : url.default(`http://127.0.0.1:${localPort}`);
  };
  return z.object({
    ...serviceEnv,
    PORT: port.default(8080),
    /** Where the platform's probes are answered, besides on PORT. */
    PROBE_PORT: port.optional(),
    /** What the gateway shares with each service: there it is CALLER_SECRET. */
    CALLER_SECRET_IDENTITY: rotatedSecret,
    CALLER_SECRET_STAY: rotatedSecret,
    CALLER_SECRET_PUBLIC: rotatedSecret,
    INTERNAL_SECRET: internalSecret.optional(),
    REDIS_URL: redisUrl,
    REDIS_CLUSTER: flag.default(false),
    /** How long Redis, or identity asked about a key, may answer nobody before requests with a key get 503. */
    ADMISSION_SILENCE_MS: wholeNumber(50, 5_000).default(defaultSilenceMs),
    IDENTITY_URL: upstream(8081),
    STAY_URL: upstream(8082),
    PUBLIC_URL: upstream(8083),
    PUBLIC_BASE_URL: publicBaseUrl.optional(),
    ...limitsEnv,
  });
}

/** The settings of this service. @throws StartupError naming every bad variable */
export function readConfig(env: Env) {
  const read = readEnv(settings(env['NODE_ENV'] === 'production'), env);
  const baseUrl = read.PUBLIC_BASE_URL ?? `http://localhost:${read.PORT}/v1`;
  const gate = startGate(
    env,
    read,
    baseUrl.startsWith('http:') ? 'base-url-http' : undefined,
    hasPassword(read.REDIS_URL) ? undefined : 'redis-open',
  );
  const legacy = read.INTERNAL_SECRET;
  return {
    ...serviceConfig(read),
    secrets: {
      identity: { current: read.CALLER_SECRET_IDENTITY, legacy },
      stay: { current: read.CALLER_SECRET_STAY, legacy },
      public: { current: read.CALLER_SECRET_PUBLIC, legacy },
    },
    probePort: read.PROBE_PORT,
    redisUrl: read.REDIS_URL,
    redisCluster: read.REDIS_CLUSTER,
    silenceMs: read.ADMISSION_SILENCE_MS,
    baseUrl,
    gate,
    upstreams: { identity: read.IDENTITY_URL, stay: read.STAY_URL, public: read.PUBLIC_URL },
    ...limitsConfig(read),
  };
}
