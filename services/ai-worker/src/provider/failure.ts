import { ApiError } from '@rest-stop/contracts/errors.ts';

/** Why a provider gave no usable answer. */
export type FailureKind =
  /** It answered with an error status. */
  | 'http'
  | 'connection'
  /** One attempt took too long. */
  | 'timeout'
  /** The caller left, or the job's deadline passed. */
  | 'aborted'
  | 'too_large'
  /** Not a chat completion: HTML, an error object, a body cut off. */
  | 'malformed'
  | 'empty'
  /** Cut off at the token limit. */
  | 'length'
  | 'content_filter'
  | 'refusal'
  | 'tool_calls'
  /** It ended for a reason that this client does not know. */
  | 'unfinished'
  /** It broke a rule that every answer has to keep, twice. */
  | 'invalid'
  /** Not asked: it failed too often just now. */
  | 'circuit_open';

/** A failure reduced to what may be told and logged: nothing of the provider's message, URL or body. */
export class ProviderFailure extends Error {
  readonly kind: FailureKind;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(kind: FailureKind, status?: number, retryAfterMs?: number) {
    super(kind);
    this.name = 'ProviderFailure';
    this.kind = kind;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }

  /** The failure as one word of few: a metric's label. */
  get label(): string {
    return this.kind === 'http' ? `http_${this.status}` : this.kind;
  }
}

const sentences: Partial<Record<FailureKind, string>> = {
  aborted: 'The AI provider did not answer in time. Nothing was kept: try again, with shorter content if there is some.',
  timeout: 'The AI provider did not answer in time. Nothing was kept: try again, with shorter content if there is some.',
  length: 'The AI provider could not finish its answer within its limit. Nothing was kept: send shorter content, or several parts.',
  content_filter: 'The AI provider declined to work on this. Nothing was kept: change the content before you try again.',
  invalid:
    'The AI model answered with something that does not do the text justice, and so it was refused. Nothing was kept: try again later.',
  refusal: 'The AI provider declined to work on this. Nothing was kept: change the content before you try again.',
};

/** `failure` as the agent is told. */
export function asApiError(failure: ProviderFailure): ApiError {
  return new ApiError('ai_error', sentences[failure.kind] ?? 'The AI provider gave no usable answer. Nothing was kept: try again later.');
}
