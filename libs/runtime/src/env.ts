import { z } from 'zod';

/** A reason not to start that an operator can mend: printed as it is, without a stack, before exit 1. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/**
 * Reads settings from `env`. An empty variable counts as unset.
 * @throws StartupError naming every bad variable at once, never repeating a value: it may be a secret.
 */
export function readEnv<S extends z.ZodType>(schema: S, env: Record<string, string | undefined>): z.output<S> {
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
/** The secret that signs the identity header between the gateway and the services. */
export const internalSecret = z.string().min(32, 'must have at least 32 characters');

/** What every service reads. In production nothing falls back silently. */
export const serviceEnv = {
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent'], { error: 'must be debug, info, warn, error or silent' }).default('info'),
  INTERNAL_SECRET: internalSecret,
  NATS_URL: urlOf(['nats', 'tls']),
};
export const databaseUrl = urlOf(['postgres', 'postgresql']);
