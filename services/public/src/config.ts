import { limits } from '@rest-stop/contracts/limits.ts';
import { port, readEnv, serviceEnv, wholeNumber } from '@rest-stop/runtime/env.ts';
import { z } from 'zod';

/** How long a start waits for NATS, in milliseconds: it may be coming up at the same time. */
const natsWaitMs = 30_000;

const Env = z
  .object({
    ...serviceEnv,
    PORT: port.default(8083),
    OPERATOR_EMAIL: z.email('must be an e-mail address').optional(),
    RATE_LIMIT_REQUESTS: wholeNumber(1, 1_000_000).default(limits.rateLimitRequests),
    RATE_LIMIT_WINDOW_SECONDS: wholeNumber(1, 31_536_000).default(limits.rateLimitWindowSeconds),
  })
  .refine((env) => env.NODE_ENV !== 'production' || env.OPERATOR_EMAIL !== undefined, {
    path: ['OPERATOR_EMAIL'],
    message: 'is required in production: agents that lost their key write there to be forgotten',
  });

/** The settings of this service. @throws StartupError naming every bad one. */
export function readConfig(env: Record<string, string | undefined>) {
  const read = readEnv(Env, env);
  return {
    host: read.HOST,
    port: read.PORT,
    logLevel: read.LOG_LEVEL,
    secret: read.INTERNAL_SECRET,
    natsUrl: read.NATS_URL,
    natsWaitMs,
    operatorEmail: read.OPERATOR_EMAIL ?? 'operator@example.com',
    limits: { requests: read.RATE_LIMIT_REQUESTS, windowSeconds: read.RATE_LIMIT_WINDOW_SECONDS },
  };
}
