import type { Closable } from '@rest-stop/runtime/lifecycle.ts';
import type { Reason } from '@rest-stop/runtime/insecure.ts';
import type { Log } from '@rest-stop/runtime/log.ts';
import type { Registry } from '@rest-stop/runtime/metrics/registry.ts';
import type { AiConfig, ProviderConfig } from '../config.ts';
import type { Engine } from '../engine.ts';
import type { Readings } from '../reading/pool.ts';
import { providerEngine } from './engine.ts';
import { providerMetrics } from './metrics.ts';
import { createServer } from './server.ts';
import { localSpendGuard, type SpendGuard, unlimited } from './spend.ts';
import { redisSpendGuard } from './spend-redis.ts';

type OpenAiConfig = Extract<AiConfig, { engine: 'openai' }>;

/** Times in milliseconds. An attempt must end before its job, and a job before the 58 s after which stay stops waiting. */
export const timing = {
  attemptMs: 35_000,
  jobMs: 55_000,
  replyMarginMs: 500,
  leastAttemptMs: 5_000,
  retryPauseMs: 400,
  breakAfter: 5,
  breakForMs: 15_000,
  probeMs: 10_000,
};

/** The engine over the configured servers. Stopping it ends the connection of the spend guard, where there is one. */
export async function startProviderEngine(
  config: OpenAiConfig,
  log: Log,
  registry: Registry,
  readings: Readings,
  times: typeof timing = timing,
): Promise<{ engine: Engine; insecure: Reason | undefined } & Closable> {
  const spend = await startSpendGuard(config, log);
  const metrics = providerMetrics(registry);
  const parts = { spend, metrics, log };
  const { structuredOutputs, maxOutputTokens, maxContentChars } = config;
  const serverOf = (provider: ProviderConfig) => createServer({ provider, structuredOutputs, maxOutputTokens, ...times }, parts);
  const servers = [config.primary, config.fallback].filter((provider) => provider !== undefined).map(serverOf);
  const engine = providerEngine(
    { model: config.primary.model, structuredOutputs, maxOutputTokens, maxContentChars, ...times },
    servers,
    readings,
    metrics.refused,
  );
  return { engine, insecure: spend.insecure, close: spend.close };
}

async function startSpendGuard(
  { maxTokensPerHour, redisUrl }: OpenAiConfig,
  log: Log,
): Promise<SpendGuard & Closable & { insecure: Reason | undefined }> {
  const nothing = { insecure: undefined, close: async () => {} };
  if (maxTokensPerHour === 0) return { ...unlimited, ...nothing };
  if (!redisUrl) return { ...localSpendGuard(maxTokensPerHour), ...nothing };
  return redisSpendGuard(redisUrl, maxTokensPerHour, log);
}
