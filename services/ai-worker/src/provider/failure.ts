import { ApiError } from '@rest-stop/contracts/errors.ts';
import { codePoints } from '@rest-stop/contracts/text.ts';

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
  /** The prompt is over the context of the model. */
  | 'context'
  | 'content_filter'
  | 'refusal'
  | 'tool_calls'
  /** It ended for a reason that this client does not know. */
  | 'unfinished'
  /** It broke a rule that every answer has to keep, twice. */
  | 'invalid'
  /** Not asked: it does not answer just now. */
  | 'circuit_open';

/** A failure, reduced to what may be logged. The provider's message, URL and body are left out: they can repeat an agent's text. */
export class ProviderFailure extends Error {
  readonly kind: FailureKind;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  /** Of `context`: the share of the prompt that would have fitted. */
  readonly fits: number | undefined;

  constructor(kind: FailureKind, { status, retryAfterMs, fits }: { status?: number; retryAfterMs?: number; fits?: number } = {}) {
    super(kind);
    this.name = 'ProviderFailure';
    this.kind = kind;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.fits = fits;
  }

  /** The failure as the label of a metric: there are few different ones. */
  get label(): string {
    return this.kind === 'http' ? `http_${this.status}` : this.kind;
  }
}

const late = 'The AI provider did not answer in time. Nothing was kept: try again, with shorter content if there is some.';
const declined = 'The AI provider declined to work on this. Nothing was kept: change the content before you try again.';

const sentences: Partial<Record<FailureKind, string>> = {
  aborted: late,
  timeout: late,
  length:
    'The AI model did not come to an end: it repeated itself or thought too long. Nothing was kept: try again, or with another target.',
  content_filter: declined,
  refusal: declined,
  invalid:
    'The AI model answered twice with something empty, off its schema, unrelated to the text or copied from its prompt. Nothing was kept: try again later.',
};

/** A provider may ask for hours: an agent is sent away for so long at most. */
const maxRetryAfterSeconds = 300;

/** `failure` as the agent is told. */
export function asApiError({ kind, retryAfterMs = 0 }: ProviderFailure): ApiError {
  const retryAfterSeconds = Math.min(Math.ceil(retryAfterMs / 1_000), maxRetryAfterSeconds);
  if (kind === 'circuit_open') {
    return new ApiError('unavailable', 'The AI provider does not answer just now. Nothing was sent: try again later.', {
      retryAfterSeconds,
    });
  }
  const sentence = sentences[kind] ?? 'The AI provider gave no usable answer. Nothing was kept: try again later.';
  return new ApiError('ai_error', sentence, retryAfterSeconds > 0 ? { retryAfterSeconds } : {});
}

/** Bytes of a text that make one token at least. */
const bytesPerToken = 3;

/** The failure of a defrag as the agent is told: two of them may be due to the length of its content. */
export function asDefragError(failure: ProviderFailure, content: string, maxOutputTokens: number): ApiError {
  if (failure.kind === 'context') return tooLongForTheModel(codePoints(content) * (failure.fits ?? 0.5));
  if (failure.kind === 'length' && Buffer.byteLength(content) > maxOutputTokens * bytesPerToken) {
    return new ApiError(
      'ai_error',
      'The AI provider could not finish its answer within its limit. Nothing was kept: send shorter content, or several parts.',
    );
  }
  return asApiError(failure);
}

/** The refusal of a content that is legal, but longer than this deployment's model takes. */
export function tooLongForTheModel(chars: number): ApiError {
  const most = (chars >= 200 ? Math.floor(chars / 100) * 100 : Math.floor(chars)).toLocaleString('en');
  return new ApiError(
    'value_too_large',
    `This content is too long for the AI model of this deployment. Nothing was kept: send at most ${most} characters, or several parts.`,
  );
}

/** Of the failures of several servers, the one to tell: a server that was asked says more than one that was not, or had no room. */
export function mostTelling(failures: readonly ProviderFailure[]): ProviderFailure | undefined {
  const weight = ({ kind }: ProviderFailure) => (kind === 'context' ? 0 : kind === 'circuit_open' ? 1 : 2);
  return failures.toSorted((a, b) => weight(b) - weight(a))[0];
}
