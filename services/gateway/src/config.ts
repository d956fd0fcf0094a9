import { limits } from '@rest-stop/contracts/limits.ts';
import { flag, port, readEnv, serviceEnv, urlOf, wholeNumber } from '@rest-stop/runtime/env.ts';
import { z } from 'zod';

const baseUrl = urlOf(['http', 'https']).refine((url) => url.endsWith('/v1'), 'must end in /v1, without a slash after it');

/** Registrations that one client address may make in a minute, at one gateway. */
export const defaultRegistrationsPerMinute = 600;

/** Upstream ports on this machine are a convenience of development; in production every upstream has to be named. */
function settings(production: boolean) {
  const upstream = (localPort: number) => {
    const url = urlOf(['http']);
    return production ? url : url.default(`http://127.0.0.1:${localPort}`);
  };
  return z.object({
    ...serviceEnv,
    PORT: port.default(8080),
    REDIS_URL: urlOf(['redis', 'rediss']),
    REDIS_CLUSTER: flag.default(false),
    IDENTITY_URL: upstream(8081),
    STAY_URL: upstream(8082),
    PUBLIC_URL: upstream(8083),
    PUBLIC_BASE_URL: baseUrl.optional(),
    RATE_LIMIT_REQUESTS: wholeNumber(1, 1_000_000).default(limits.rateLimitRequests),
    RATE_LIMIT_WINDOW_SECONDS: wholeNumber(1, 31_536_000).default(limits.rateLimitWindowSeconds),
    RATE_LIMIT_EXEMPT_FORGET: flag.default(false),
    REGISTRATION_LIMIT_PER_MINUTE: wholeNumber(0, 1_000_000).default(defaultRegistrationsPerMinute),
    TRUSTED_PROXY_HOPS: wholeNumber(0, 10).default(0),
  });
}

/** The gateway's settings. @throws StartupError naming every bad or missing one. */
export function readConfig(env: Record<string, string | undefined>) {
  const read = readEnv(settings(env['NODE_ENV'] === 'production'), env);
  return {
    host: read.HOST,
    port: read.PORT,
    logLevel: read.LOG_LEVEL,
    secret: read.INTERNAL_SECRET,
    natsUrl: read.NATS_URL,
    redisUrl: read.REDIS_URL,
    redisCluster: read.REDIS_CLUSTER,
    baseUrl: read.PUBLIC_BASE_URL ?? `http://localhost:${read.PORT}/v1`,
    upstreams: { identity: read.IDENTITY_URL, stay: read.STAY_URL, public: read.PUBLIC_URL },
    limits: {
      requests: read.RATE_LIMIT_REQUESTS,
      windowSeconds: read.RATE_LIMIT_WINDOW_SECONDS,
      exemptForget: read.RATE_LIMIT_EXEMPT_FORGET,
    },
    registrationLimit: { perMinute: read.REGISTRATION_LIMIT_PER_MINUTE, trustedProxyHops: read.TRUSTED_PROXY_HOPS },
  };
}
