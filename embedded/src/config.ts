import { isAbsolute, relative, sep } from 'node:path';
import { readAiConfig } from '@rest-stop/ai-worker/config.ts';
import { limitsConfig, limitsEnv } from '@rest-stop/gateway/config.ts';
import { transcriptsEnv } from '@rest-stop/stay/config.ts';
import { agentsConfig, agentsEnv, erasureConfig, erasureEnv } from '@rest-stop/identity/config.ts';
import {
  busEnv,
  busKeys,
  databaseUrl,
  drainMs,
  emailAddress,
  type Env,
  flag,
  internalSecret,
  natsUrl,
  port,
  commonEnv,
  publicBaseUrl,
  readEnv,
  redisUrl,
  StartupError,
} from '@rest-stop/runtime/env.ts';
import { hasPassword, startGate } from '@rest-stop/runtime/start-gate.ts';
import { z } from 'zod';

const Settings = z
  .object({
    ...commonEnv,
    LOG_LEVEL: commonEnv.LOG_LEVEL.default('warn'),
    HOST: z.string().default('localhost'),
    PORT: port.default(8080),
    METRICS_PORT: port.optional(),
    PUBLIC_BASE_URL: publicBaseUrl.optional(),
    DATA_DIR: z.string().default('.rest-stop'),
    DATABASE_URL: databaseUrl.optional(),
    REDIS_URL: redisUrl.optional(),
    REDIS_CLUSTER: flag.default(false),
    NATS_URL: natsUrl.optional(),
    ...busEnv,
    OPERATOR_EMAIL: emailAddress.default('operator@example.com'),
    KEY_DERIVATION_SECRET: internalSecret.optional(),
    ...limitsEnv,
    ...erasureEnv,
    ...agentsEnv,
    ...transcriptsEnv,
  })
  .refine(({ ERASURE_JOURNAL, DATA_DIR, DATABASE_URL }) => !ERASURE_JOURNAL || DATABASE_URL || !contains(DATA_DIR, ERASURE_JOURNAL), {
    path: ['ERASURE_JOURNAL'],
    message: 'must lie outside of DATA_DIR: it would be restored together with it',
  });

const neededInProduction = ['DATABASE_URL', 'REDIS_URL', 'NATS_URL', 'OPERATOR_EMAIL', 'KEY_DERIVATION_SECRET'];

export type Config = ReturnType<typeof readConfig>;

/**
 * The settings of all services in one process.
 * @throws StartupError naming every bad variable; in production also every server that is not set
 */
export function readConfig(env: Env) {
  const problems: string[] = [];
  const read = collectProblems(problems, () => readEnv(Settings, env));
  const ai = collectProblems(problems, () => readAiConfig(env));
  if (env['NODE_ENV'] === 'production')
    problems.push(...neededInProduction.filter((name) => !env[name]).map((name) => `  ${name}: is required when NODE_ENV is production`));
  if (!read || !ai || problems.length > 0)
    throw new StartupError(`Bad settings:\n${[...new Set(problems.flatMap((lines) => lines.split('\n')))].join('\n')}`);
  const baseUrl = read.PUBLIC_BASE_URL ?? `http://localhost:${read.PORT}/v1`;
  const redisOpen = read.REDIS_URL !== undefined && !hasPassword(read.REDIS_URL);
  return {
    gate: startGate(env, read, baseUrl.startsWith('http:') ? 'base-url-http' : undefined, redisOpen ? 'redis-open' : undefined),
    host: read.HOST,
    port: read.PORT,
    metricsPort: read.METRICS_PORT,
    logLevel: read.LOG_LEVEL,
    drainMs: drainMs(read.NODE_ENV),
    baseUrl,
    dataDir: read.DATA_DIR,
    databaseUrl: read.DATABASE_URL,
    redisUrl: read.REDIS_URL,
    redisCluster: read.REDIS_CLUSTER,
    nats: read.NATS_URL === undefined ? undefined : { url: read.NATS_URL, keys: busKeys(read) },
    operatorEmail: read.OPERATOR_EMAIL,
    keyDerivationSecret: read.KEY_DERIVATION_SECRET,
    ...limitsConfig(read),
    ...erasureConfig(read),
    ...agentsConfig(read),
    maxTranscripts: read.MAX_TRANSCRIPTS,
    ai,
  };
}

/** What `read` returns; undefined when it throws a StartupError, whose lines are added to `problems`. */
function collectProblems<T>(problems: string[], read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    problems.push(error.message.replace(/^Bad settings:\n/, ''));
    return undefined;
  }
}

function contains(folder: string, path: string): boolean {
  const inside = relative(folder, path);
  return inside.split(sep)[0] !== '..' && !isAbsolute(inside);
}
