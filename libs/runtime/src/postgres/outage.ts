import { ApiError } from '@rest-stop/contracts/errors.ts';

/** SQLSTATE codes after which the whole transaction may be tried again (PostgreSQL manual, appendix A). */
const serialisationFailures = new Set(['40001', '40P01']);
/** Codes that mean a problem of the server or the connection, not of the query. */
const outage = /^(08|53|57P|58|XX)|^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)|^25006$|^57014$|^55P03$/;

/** Whether `error` means that the database failed, was too slow or was lost; false where it refused the query. */
export function isOutage(error: unknown): boolean {
  if (error instanceof ApiError || !(error instanceof Error)) return false;
  const code = codeOf(error);
  if (outage.test(code) || serialisationFailures.has(code)) return true;
  return code === '' && /timeout|terminated|not queryable|Connection|shutting down/i.test(error.message);
}

/** Whether the same transaction may succeed when it is tried again at once. */
export function isSerialisationFailure(error: unknown): boolean {
  return serialisationFailures.has(codeOf(error));
}

/** Runs `work`. @throws ApiError `unavailable` instead of an outage */
export async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isOutage(error)) throw error;
    throw new ApiError('unavailable', 'The database does not answer right now. Nothing was lost: try again.', {
      retryAfterSeconds: 1,
      cause: error,
    });
  }
}

/** The driver's or the server's code of an error; empty when it has none. */
export function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : '';
}
