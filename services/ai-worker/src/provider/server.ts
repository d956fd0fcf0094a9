import type { Log } from '@rest-stop/runtime/log.ts';
import { chatWith } from '@rest-stop/runtime/tracing/spans.ts';
import { startSpan } from '@rest-stop/runtime/tracing/tracing.ts';
import { textOf, type Usage, usageOf } from './reply.ts';
import { type ClientSettings, createClient } from './client.ts';
import { ProviderFailure } from './failure.ts';
import type { ProviderMetrics } from './metrics.ts';
import type { Message, Prompt } from './prompt.ts';
import { isOutage, Resilience, type ResilienceSettings, type Within } from './resilience.ts';
import type { Reservation, SpendGuard } from './spend.ts';

export type ServerParts = { spend: SpendGuard; metrics: ProviderMetrics; log: Log };

export type ServerSettings = ClientSettings &
  ResilienceSettings & {
    /** Longest time for the answer to a probe. */
    probeMs: number;
  };

/** What the probe asks. It holds nothing of any agent and costs some twenty tokens. Only that an answer comes matters, not what it says. */
const question: Message = { role: 'user', content: 'Answer with the word OK.' };
const probeTokens = 16;

/** One OpenAI-compatible server. Each call reserves its tokens and is measured; few are retried, and none is made while the server is down. */
export type AiServer = {
  /** The text of a complete answer. @throws ProviderFailure, or ApiError `unavailable` when the spend limit is reached */
  ask(prompt: Prompt, within: Within): Promise<string>;
};

export function createServer(settings: ServerSettings, { spend, metrics, log }: ServerParts): AiServer {
  const client = createClient(settings);
  const resilience = new Resilience(settings, probe);
  const name = settings.provider.baseUrl ? 'openai_compatible' : 'openai';
  const labels = { gen_ai_operation_name: 'chat', gen_ai_request_model: settings.provider.model, gen_ai_provider_name: name } as const;

  return {
    ask: (prompt, within) => resilience.call(() => attempt(client.bodyOf(prompt), settings.maxOutputTokens, within.signal), within),
  };

  /** Any answer will do, even one that is cut off or says nothing. */
  async function probe(): Promise<void> {
    await attempt(client.bodyOf({ messages: [question] }, probeTokens), probeTokens, AbortSignal.timeout(settings.probeMs)).catch(
      (error: unknown) => {
        const answered = error instanceof ProviderFailure && error.kind !== 'aborted' && !isOutage(error);
        if (!answered) throw error;
      },
    );
  }

  async function attempt(body: object, maxTokens: number, signal: AbortSignal): Promise<string> {
    if (signal.aborted) throw new ProviderFailure('aborted');
    const reservation = await spend.reserve(mostInputTokens(body) + maxTokens);
    const startedAt = performance.now();
    const span = startSpan(chatWith(name, settings.provider.model));
    let usage: Usage | undefined;
    let failure: ProviderFailure | undefined;
    try {
      const reply = await client.send(body, signal);
      usage = usageOf(reply);
      return textOf(reply);
    } catch (error) {
      if (!(error instanceof ProviderFailure)) log.error({ err: error }, 'provider client failed');
      failure = error instanceof ProviderFailure ? error : new ProviderFailure('malformed');
      throw failure;
    } finally {
      if (usage) span?.tell({ 'gen_ai.usage.input_tokens': usage.input, 'gen_ai.usage.output_tokens': usage.output });
      span?.end(failure?.label);
      metrics.called(labels, (performance.now() - startedAt) / 1_000, failure?.label);
      if (usage) metrics.used(labels, usage);
      if (failure) log.warn({ provider: name, failure: failure.kind, status: failure.status }, 'provider call failed');
      await settle(reservation, usage, failure);
    }
  }
}

/** What chat templates add to the messages: their special tokens, and the few lines that some put before them. */
const templateTokens = 256;

/**
 * Tokens that the request has at most: as many as it has bytes, since a tokenizer falls back to one token for each byte and never needs
 * more, and those of the template.
 */
function mostInputTokens(body: object): number {
  return Buffer.byteLength(JSON.stringify(body)) + templateTokens;
}

/**
 * Sets the reservation right. Providers do not bill requests that they refused or that never reached them. They may bill one that was broken
 * off, so its reservation stays as it is, and so does that of a reply that reports no usage.
 */
async function settle(reservation: Reservation, usage: Usage | undefined, failure: ProviderFailure | undefined): Promise<void> {
  if (usage) return reservation.reconcile(usage.input + usage.output);
  if (failure?.kind === 'http' || failure?.kind === 'context' || failure?.kind === 'connection') return reservation.reconcile(0);
}
