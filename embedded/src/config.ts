import { isAbsolute, relative, sep } from 'node:path';
import { type AiConfig, readAiConfig } from '@rest-stop/ai-worker/config.ts';
import { defaultRegistrationsPerMinute } from '@rest-stop/gateway/config.ts';
import { erasureEnv } from '@rest-stop/identity/config.ts';
import { databaseUrl, flag, internalSecret, port, readEnv, StartupError, serviceEnv, urlOf, wholeNumber } from '@rest-stop/runtime/env.ts';
import { z } from 'zod';

const fields = z.object({
  NODE_ENV: serviceEnv.NODE_ENV,
  LOG_LEVEL: serviceEnv.LOG_LEVEL.default('warn'),
  HOST: z.string().default('localhost'),
  PORT: port.default(8080),
  PUBLIC_BASE_URL: urlOf(['http', 'https'])
    .refine((url) => url.endsWith('/v1'), 'must end in /v1')
    .optional(),
  DATA_DIR: z.string().default('.rest-stop'),
  DATABASE_URL: databaseUrl.optional(),
  REDIS_URL: urlOf(['redis', 'rediss']).optional(),
  REDIS_CLUSTER: flag.default(false),
  NATS_URL: urlOf(['nats', 'tls']).optional(),
  OPERATOR_EMAIL: z.email('must be an e-mail address').default('operator@example.com'),
  RATE_LIMIT_REQUESTS: wholeNumber(1, 1_000_000).default(100),
  RATE_LIMIT_WINDOW_SECONDS: wholeNumber(1, 31_536_000).default(604_800),
  RATE_LIMIT_EXEMPT_FORGET: flag.default(false),
  REGISTRATION_LIMIT_PER_MINUTE: wholeNumber(0, 1_000_000).default(defaultRegistrationsPerMinute),
  KEY_DERIVATION_SECRET: internalSecret.optional(),
  TRUSTED_PROXY_HOPS: wholeNumber(0, 10).default(0),
  ...erasureEnv,
});

const Env = fields.refine(
  ({ ERASURE_JOURNAL, DATA_DIR, DATABASE_URL }) => !ERASURE_JOURNAL || DATABASE_URL || !contains(DATA_DIR, ERASURE_JOURNAL),
  {
    path: ['ERASURE_JOURNAL'],
    message: 'must lie outside of DATA_DIR: it would be restored together with it',
  },
);

const neededInProduction = ['DATABASE_URL', 'REDIS_URL', 'NATS_URL', 'OPERATOR_EMAIL', 'KEY_DERIVATION_SECRET'];

export type Config = z.infer<typeof Env>;

/** @throws StartupError naming every bad variable at once; in production also every backing service that is not set. */
export function readConfig(env: Record<string, string | undefined>): Config & { ai: AiConfig } {
  const problems: string[] = [];
  const attempt = <T>(read: () => T): T | undefined => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof StartupError)) throw error;
      problems.push(error.message.replace(/^Bad settings:\n/, ''));
    }
  };
  const config = attempt(() => readEnv(Env, env));
  const ai = attempt(() => readAiConfig(env));
  if (env['NODE_ENV'] === 'production')
    problems.push(...neededInProduction.filter((name) => !env[name]).map((name) => `  ${name}: is required when NODE_ENV is production`));
  if (!config || !ai || problems.length > 0)
    throw new StartupError(`Bad settings:\n${[...new Set(problems.flatMap((lines) => lines.split('\n')))].join('\n')}`);
  return { ...config, ai };
}

function contains(folder: string, path: string): boolean {
  const inside = relative(folder, path);
  return inside.split(sep)[0] !== '..' && !isAbsolute(inside);
}
