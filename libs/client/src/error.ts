import type { ErrorCode, Issue } from './interface.ts';

/** What the client itself finds out, beside the codes of the service. */
export type ClientErrorCode = 'no_key' | 'no_answer' | 'timed_out' | 'unexpected_answer' | 'too_many_parts' | 'not_supported';

type Details = {
  status?: number;
  retryable?: boolean;
  nextCalls?: Record<string, string>;
  retryAfterSeconds?: number;
  requestId?: string;
  issues?: readonly Issue[];
  cause?: unknown;
};

/** Everything that goes wrong between a client and the service, except an abort by the caller's own signal. */
export class RestStopError extends Error {
  override readonly name = 'RestStopError';
  readonly code: ErrorCode | ClientErrorCode;
  /** The HTTP status; 0 where no answer came. */
  readonly status: number;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  /** What may be tried next: action name to METHOD and URL. */
  readonly nextCalls: Readonly<Record<string, string>>;
  readonly retryAfterSeconds: number | undefined;
  readonly requestId: string | undefined;
  /** Which parts of the request broke a rule. */
  readonly issues: readonly Issue[];

  constructor(code: ErrorCode | ClientErrorCode, message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.status = details.status ?? 0;
    this.retryable = details.retryable ?? false;
    this.nextCalls = details.nextCalls ?? {};
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.requestId = details.requestId;
    this.issues = details.issues ?? [];
  }
}
