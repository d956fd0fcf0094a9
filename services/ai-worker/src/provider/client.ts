import OpenAI, { APIConnectionError, APIError } from 'openai';
import type { ProviderConfig } from '../config.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { ProviderFailure } from './failure.ts';
import type { Prompt, StructuredMode } from './prompt.ts';

export type ClientSettings = { provider: ProviderConfig; structuredOutputs: StructuredMode; maxOutputTokens: number; attemptMs: number };

/** One request to one server, not repeated. */
export type Client = {
  /** The request's body: what is sent, and what its size is estimated from. */
  bodyOf(prompt: Prompt): object;
  /**
   * The reply as it came, not yet checked. Ends with `signal` or after the attempt's time, wherever the exchange stands.
   * @throws ProviderFailure
   */
  send(body: object, signal: AbortSignal): Promise<unknown>;
};

/** The openai package as a plain client: no retries, no logs, nothing taken from the environment. */
export function createClient({ provider, structuredOutputs, maxOutputTokens, attemptMs }: ClientSettings): Client {
  const openai = new OpenAI({
    baseURL: provider.baseUrl ?? 'https://api.openai.com/v1',
    // The package insists on a key; a server without keys ignores it.
    apiKey: provider.apiKey ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    // The package's own timer would end with the headers; the signals below reach to the last byte.
    timeout: 600_000,
    logLevel: 'off',
    fetch: boundedFetch,
  });
  return {
    bodyOf: ({ messages, schema }) => ({
      model: provider.model,
      messages,
      [limitName(provider.baseUrl)]: maxOutputTokens,
      ...(provider.reasoningEffort ? { reasoning_effort: provider.reasoningEffort } : {}),
      ...responseFormat(schema, structuredOutputs),
    }),
    async send(body, signal) {
      const attempt = AbortSignal.timeout(attemptMs);
      try {
        return await openai.chat.completions.create(body as never, { signal: AbortSignal.any([signal, attempt]) });
      } catch (error) {
        throw failureOf(error, signal, attempt);
      }
    },
  };
}

/** OpenAI's newer models refuse `max_tokens`; most compatible servers know only that. */
function limitName(baseUrl: string | undefined): 'max_tokens' | 'max_completion_tokens' {
  const host = baseUrl ? new URL(baseUrl).hostname : 'api.openai.com';
  return /(^|\.)(openai|azure)\.com$/.test(host) ? 'max_completion_tokens' : 'max_tokens';
}

function responseFormat(schema: Prompt['schema'], mode: StructuredMode): object {
  if (!schema || mode === 'text') return {};
  if (mode === 'json_object') return { response_format: { type: 'json_object' } };
  return { response_format: { type: 'json_schema', json_schema: { ...schema, strict: true } } };
}

function failureOf(error: unknown, signal: AbortSignal, attempt: AbortSignal): unknown {
  if (signal.aborted) return new ProviderFailure('aborted');
  if (attempt.aborted) return new ProviderFailure('timeout');
  if (error instanceof APIConnectionError) return error.cause instanceof ProviderFailure ? error.cause : new ProviderFailure('connection');
  if (error instanceof APIError && error.status !== undefined) {
    return new ProviderFailure('http', error.status, retryAfterMs(error.headers?.get('retry-after')));
  }
  // The body was announced as JSON and is none.
  if (error instanceof SyntaxError) return new ProviderFailure('malformed');
  return error;
}

/** Retry-After (RFC 9110, section 10.2.3), seconds or a date, in milliseconds from now; undefined when absent or unreadable. */
function retryAfterMs(header: string | null | undefined): number | undefined {
  if (!header) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
