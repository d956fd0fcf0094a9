import { limits } from '@rest-stop/contracts/limits.ts';
import { z } from 'zod';
import { type BusKeys, busPeers, busSeed } from './bus/keys.ts';
import { allowInsecure } from './insecure.ts';

/** The environment of a process, as `process.env` holds it. */
export type Env = Record<string, string | undefined>;

/** A reason not to start that an operator can fix. Its message is printed without a stack before exit 1. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/**
 * Reads settings from `env`. An empty variable counts as unset.
 * @throws StartupError naming every bad variable at once, never repeating a value: it may be a secret.
 */
export function readEnv<S extends z.ZodType>(schema: S, env: Env): z.output<S> {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const result = schema.safeParse(set);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => {
    const name = issue.path.join('.') || 'environment';
    return `  ${name}: ${set[name] === undefined && issue.code === 'invalid_type' ? 'is required' : issue.message}`;
  });
  throw new StartupError(`Bad settings:\n${[...new Set(lines)].join('\n')}`);
}

/** A whole number between `min` and `max` (both included), written in decimal digits. */
export function wholeNumber(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,15}$/, message)
    .transform(Number)
    .refine((n) => n >= min && n <= max, message);
}

/** `true` or `false`, nothing else. */
export const flag = z.enum(['true', 'false'], { error: 'must be true or false' }).transform((s) => s === 'true');

/** A URL with one of the given schemes, such as `['redis', 'rediss']`. */
export function urlOf(schemes: readonly string[]) {
  const message = `must be a URL beginning with ${schemes.map((s) => `${s}://`).join(' or ')}`;
  return z.string().refine((s) => URL.canParse(s) && schemes.includes(new URL(s).protocol.slice(0, -1)), message);
}

export const port = wholeNumber(0, 65_535);
export const databaseUrl = urlOf(['postgres', 'postgresql']);
export const redisUrl = urlOf(['redis', 'rediss']);
export const natsUrl = urlOf(['nats', 'tls']);
export const emailAddress = z.email('must be an e-mail address');
/** The URL under which agents reach the interface. */
export const publicBaseUrl = urlOf(['http', 'https']).refine((url) => url.endsWith('/v1'), 'must end in /v1, without a slash after it');
/** A secret shared by all instances. */
export const internalSecret = z.string().min(32, 'must have at least 32 characters');

/** One secret, or two while one replaces the other. */
export const rotatedSecret = z
  .string()
  .transform((text) => text.split(',').map((secret) => secret.trim()))
  .refine((secrets) => secrets.length <= 2 && secrets.every(({ length }) => length >= 32), {
    error: 'must be a secret of at least 32 characters, or two with a comma between',
  });

/** What the services that the gateway forwards to read beside `serviceEnv`. */
export const callerEnv = { CALLER_SECRET: rotatedSecret, INTERNAL_SECRET: internalSecret.optional() };

/**
 * Of OpenTelemetry's own settings those that are used; the exporter reads the others that begin with OTEL_EXPORTER_OTLP_ (headers, certificates,
 * time limits) by itself. The process lifecycle begins to trace by them.
 */
export const tracingEnv = {
  OTEL_SDK_DISABLED: flag.default(false),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'console', 'none'], { error: 'must be otlp, console or none' }).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: urlOf(['http', 'https']).optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: urlOf(['http', 'https']).optional(),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/, 'must be a share from 0 to 1')
    .transform(Number)
    .default(1),
  OTEL_BSP_SCHEDULE_DELAY: wholeNumber(1, 60_000).default(5_000),
};

/** What every process reads. */
export const commonEnv = {
  ...tracingEnv,
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent'], { error: 'must be debug, info, warn, error or silent' }).default('info'),
  /** Reasons not to start in production that the operator takes upon himself. */
  ALLOW_INSECURE: allowInsecure.default([]),
};

/** Who this process is on the bus, and by which keys it knows the others: both or neither. */
export const busEnv = {
  BUS_SEED: busSeed.optional(),
  BUS_PEERS: busPeers.optional(),
};

/** What every service reads when it runs as a process of its own; each adds its PORT. */
export const serviceEnv = {
  ...commonEnv,
  ...busEnv,
  HOST: z.string().default('127.0.0.1'),
  /** Where GET /metrics is answered, out of reach of clients. */
  METRICS_PORT: port.optional(),
  /** The address of the machine at which the gateway's port is open, where that is known: the start gate asks. */
  BIND_ADDRESS: z.string().optional(),
  NATS_URL: natsUrl,
};

/** What a service with a schema of its own in PostgreSQL reads beside `serviceEnv`. */
export const databaseEnv = { DATABASE_URL: databaseUrl, DATABASE_POOL_SIZE: wholeNumber(1, 200).default(10) };

/** The limit of visits per key: the gateway enforces it, the documentation names it. */
export const rateLimitEnv = {
  RATE_LIMIT_REQUESTS: wholeNumber(1, 1_000_000).default(limits.rateLimitRequests),
  RATE_LIMIT_WINDOW_SECONDS: wholeNumber(1, 31_536_000).default(limits.rateLimitWindowSeconds),
  RATE_LIMIT_EXEMPT_FORGET: flag.default(false),
};

/** How long an agent that never used its key stays registered; 0: for good. identity ends it, the documentation says so. */
export const unusedAgentEnv = {
  UNUSED_AGENT_DAYS: wholeNumber(0, 3_650).default(30),
  /** The same since the last use of a key that was used; 0: for good. */
  INACTIVE_AGENT_DAYS: wholeNumber(0, 3_650).default(0),
};

type Read<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;

/** The part of a service's config that comes from `serviceEnv`. */
export function serviceConfig(read: Read<typeof serviceEnv> & { PORT: number }) {
  return {
    host: read.HOST,
    port: read.PORT,
    metricsPort: read.METRICS_PORT,
    logLevel: read.LOG_LEVEL,
    nats: { url: read.NATS_URL, keys: busKeys(read) },
    drainMs: drainMs(read.NODE_ENV),
  };
}

/** Undefined where neither is set. @throws StartupError where one is missing */
export function busKeys({ BUS_SEED: seed, BUS_PEERS: peers }: Read<typeof busEnv>): BusKeys | undefined {
  if (seed !== undefined && peers !== undefined) return { seed, peers };
  if (seed !== undefined || peers !== undefined) throw new StartupError('Bad settings:\n  BUS_SEED, BUS_PEERS: set both or neither');
  return undefined;
}

/** The part of a config that comes from `callerEnv`. */
export function callerConfig({ CALLER_SECRET: current, INTERNAL_SECRET: legacy }: Read<typeof callerEnv>) {
  return { secrets: { current, legacy } };
}

/** The part of a config that comes from `databaseEnv`. */
export function databaseConfig(read: Read<typeof databaseEnv>) {
  return { databaseUrl: read.DATABASE_URL, poolSize: read.DATABASE_POOL_SIZE };
}

/** The part of a config that comes from `rateLimitEnv`. */
export function rateLimitConfig(read: Read<typeof rateLimitEnv>) {
  return { requests: read.RATE_LIMIT_REQUESTS, windowSeconds: read.RATE_LIMIT_WINDOW_SECONDS, exemptForget: read.RATE_LIMIT_EXEMPT_FORGET };
}

/**
 * How long a process that stops waits for its clients to close their connections, in milliseconds. In production that is longer than the
 * gateway keeps an unused connection to a service; elsewhere nobody is waited for.
 */
export function drainMs(nodeEnv: Read<typeof commonEnv>['NODE_ENV']): number {
  return nodeEnv === 'production' ? 6_000 : 0;
}
