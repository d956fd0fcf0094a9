import OpenAI, { APIConnectionError, APIError } from 'openai';
import type { ProviderConfig } from '../config.ts';
import { withTimeLimit } from '../time-limit.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { ProviderFailure } from './failure.ts';
import type { Message, Prompt, StructuredMode } from './prompt.ts';
import { shareThatFits } from './too-long.ts';

export type ClientSettings = { provider: ProviderConfig; structuredOutputs: StructuredMode; maxOutputTokens: number; attemptMs: number };

/** One request to one server, not repeated. */
export type Client = {
  /** The request's body: what is sent, and what its size is estimated from. */
  bodyOf(prompt: { messages: Message[]; schema?: Prompt['schema'] }, maxTokens?: number): object;
  /**
   * The reply as it came, not yet checked. Ends with `signal` or after the attempt's time, even in the middle of the body.
   * @throws ProviderFailure
   */
  send(body: object, signal: AbortSignal): Promise<unknown>;
};

/** Low, so that an answer keeps to its text and its form; not 0, at which small models fall into repeating themselves. */
const lowTemperature = 0.2;

/** The openai package as a plain client: no retries, no logs, nothing taken from the environment. */
export function createClient({ provider, structuredOutputs, maxOutputTokens, attemptMs }: ClientSettings): Client {
  const openai = new OpenAI({
    baseURL: provider.baseUrl ?? 'https://api.openai.com/v1',
    // The package throws without a key; servers that need none ignore it.
    apiKey: provider.apiKey ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    // The package's own time limit ends when the headers have come. The signals in `send` cover the body as well.
    timeout: 600_000,
    logLevel: 'off',
    fetch: boundedFetch,
  });
  // Reasoning models refuse a temperature; that an effort of reasoning is set tells that this is one.
  let temperature = provider.reasoningEffort ? undefined : lowTemperature;
  return {
    bodyOf: ({ messages, schema }, maxTokens = maxOutputTokens) => ({
      model: provider.model,
      messages,
      [limitName(provider.baseUrl)]: maxTokens,
      ...(temperature === undefined ? {} : { temperature }),
      ...(provider.reasoningEffort ? { reasoning_effort: provider.reasoningEffort } : {}),
      ...responseFormat(schema, structuredOutputs),
    }),
    send: (body, signal) =>
      withTimeLimit(attemptMs, async (timeUp) => {
        const create = (sent: object) => openai.chat.completions.create(sent as never, { signal: AbortSignal.any([signal, timeUp]) });
        try {
          return await create(body).catch((error: unknown) => {
            if (!('temperature' in body) || !refusesTemperature(error)) throw error;
            temperature = undefined;
            const { temperature: _, ...rest } = body;
            return create(rest);
          });
        } catch (error) {
          throw failureOf(error, signal, timeUp, maxOutputTokens);
        }
      }),
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

/** Whether a model takes no other temperature than its own. OpenAI names the parameter; others only speak of it. */
function refusesTemperature(error: unknown): boolean {
  return error instanceof APIError && error.status === 400 && (error.param === 'temperature' || /\btemperature\b/i.test(error.message));
}

function failureOf(error: unknown, signal: AbortSignal, timeUp: AbortSignal, maxOutputTokens: number): unknown {
  if (signal.aborted) return new ProviderFailure('aborted');
  if (timeUp.aborted) return new ProviderFailure('timeout');
  if (error instanceof APIConnectionError) return error.cause instanceof ProviderFailure ? error.cause : new ProviderFailure('connection');
  if (error instanceof APIError && error.status !== undefined) {
    const fits = shareThatFits(error.error, maxOutputTokens);
    if (fits !== undefined) return new ProviderFailure('context', { status: error.status, fits });
    return new ProviderFailure('http', { status: error.status, retryAfterMs: retryAfterMs(error.headers?.get('retry-after')) });
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
