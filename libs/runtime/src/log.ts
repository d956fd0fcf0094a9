import { type Logger, pino } from 'pino';
import { logOutput } from './log-output.ts';

export type Log = Logger;

/**
 * A JSON log of one service on standard output.
 * Errors are reduced to name, code and stack frames: the messages of libraries can hold values, host names and rows.
 */
export function createLog(service: string, level: string): Log {
  const options = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError },
  };
  return pino(options, logOutput());
}

/** Logs that somebody tried what only others may do. `fields` never hold what was sent. */
export function logSecurity(log: Pick<Log, 'warn'>, what: string, fields: Record<string, string | undefined>): void {
  log.warn({ event: 'security', ...fields }, what);
}

type Described = { name: string; code?: string; at?: string[]; cause?: Described };

/** What may be logged of an error: its name, code and stack frames, never its message. */
export function describeError(error: unknown): Described {
  if (!(error instanceof Error)) return { name: typeof error };
  const code = (error as { code?: unknown }).code;
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  return {
    name: error.name,
    ...(typeof code === 'string' ? { code } : {}),
    at: frames.slice(0, 6).map((line) => line.trim()),
    ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
  };
}
