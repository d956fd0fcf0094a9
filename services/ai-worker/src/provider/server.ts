import type { Log } from '@rest-stop/runtime/log.ts';
import { textOf, type Usage, usageOf } from './reply.ts';
import { type ClientSettings, createClient } from './client.ts';
import { ProviderFailure } from './failure.ts';
import type { ProviderMetrics } from './metrics.ts';
import type { Prompt } from './prompt.ts';
import { Resilience, type ResilienceSettings, type Within } from './resilience.ts';
import type { Reservation, SpendGuard } from './spend.ts';

export type ServerParts = { spend: SpendGuard; metrics: ProviderMetrics; log: Log };

/** One OpenAI-compatible server, called with care: spending reserved, every call measured, retried little, spared while it fails. */
export type AiServer = {
  /** The text of a complete answer. @throws ProviderFailure, or ApiError `unavailable` when the spend limit is reached */
  ask(prompt: Prompt, within: Within): Promise<string>;
};

export function createServer(settings: ClientSettings & ResilienceSettings, { spend, metrics, log }: ServerParts): AiServer {
  const client = createClient(settings);
  const resilience = new Resilience(settings);
  const name = settings.provider.baseUrl ? 'openai_compatible' : 'openai';
  const labels = { gen_ai_operation_name: 'chat', gen_ai_request_model: settings.provider.model, gen_ai_provider_name: name } as const;

  return { ask: (prompt, within) => resilience.call(() => attempt(prompt, within.signal), within) };

  async function attempt(prompt: Prompt, signal: AbortSignal): Promise<string> {
    if (signal.aborted) throw new ProviderFailure('aborted');
    const body = client.bodyOf(prompt);
    const reservation = await spend.reserve(inputEstimate(body) + settings.maxOutputTokens);
    const startedAt = performance.now();
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
      metrics.called(labels, (performance.now() - startedAt) / 1_000, failure?.label);
      if (usage) metrics.used(labels, usage);
      if (failure) log.warn({ provider: name, failure: failure.kind, status: failure.status }, 'provider call failed');
      await settle(reservation, usage, failure);
    }
  }
}

/** Tokens that the request has at most, by its bytes: tokenizers of all common kinds need fewer. */
function inputEstimate(body: object): number {
  return Math.ceil(Buffer.byteLength(JSON.stringify(body)) / 3);
}

/** What was refused or never arrived costs nothing. What was broken off may be billed: its estimate stands, as where no usage is reported. */
async function settle(reservation: Reservation, usage: Usage | undefined, failure: ProviderFailure | undefined): Promise<void> {
  if (usage) return reservation.reconcile(usage.input + usage.output);
  if (failure?.kind === 'http' || failure?.kind === 'connection') return reservation.reconcile(0);
}
