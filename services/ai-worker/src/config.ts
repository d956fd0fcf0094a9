import { availableParallelism } from 'node:os';
import { limits } from '@rest-stop/contracts/limits.ts';
import { type Env, port, commonEnv, readEnv, redisUrl, serviceConfig, serviceEnv, urlOf, wholeNumber } from '@rest-stop/runtime/env.ts';
import { hasPassword, startGate } from '@rest-stop/runtime/start-gate.ts';
import { z } from 'zod';

const secret = z.string().regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces');
const model = z.string().max(200, 'must have at most 200 characters');
const baseUrl = urlOf(['http', 'https']);

const aiEnv = {
  NODE_ENV: commonEnv.NODE_ENV,
  AI_PROVIDER: z.enum(['openai', 'offline'], { error: 'must be openai or offline' }).optional(),
  OPENAI_API_KEY: secret.optional(),
  OPENAI_BASE_URL: baseUrl.optional(),
  AI_MODEL: model.optional(),
  AI_REASONING_EFFORT: z
    .enum(['none', 'minimal', 'low', 'medium', 'high'], { error: 'must be none, minimal, low, medium or high' })
    .optional(),
  AI_STRUCTURED_OUTPUTS: z
    .enum(['json_schema', 'json_object', 'text'], { error: 'must be json_schema, json_object or text' })
    .default('json_schema'),
  AI_CONCURRENCY: wholeNumber(1, 1_000).optional(),
  AI_THREADS: wholeNumber(1, 64).optional(),
  AI_MAX_OUTPUT_TOKENS: wholeNumber(256, 200_000).default(8_192),
  AI_MAX_CONTENT_CHARS: wholeNumber(limits.defragMinChars, limits.defragMaxChars).default(limits.defragMaxChars),
  AI_FALLBACK_BASE_URL: baseUrl.optional(),
  AI_FALLBACK_API_KEY: secret.optional(),
  AI_FALLBACK_MODEL: model.optional(),
  AI_MAX_TOKENS_PER_HOUR: wholeNumber(0, 1e12).optional(),
  REDIS_URL: redisUrl.optional(),
};
const AiSettings = z.object(aiEnv).superRefine((env, ctx) => checkAi(env, ctx));
type AiSettings = z.output<typeof AiSettings>;

/** One OpenAI-compatible server. Without `baseUrl`: OpenAI's own. */
export type ProviderConfig = {
  baseUrl?: string;
  apiKey?: string;
  model: string;
  reasoningEffort?: 'none' | 'minimal' | 'low' | 'medium' | 'high';
};

/** What both engines have. `concurrency`: jobs that one worker has in hand at most. `threads`: those that read contexts. */
type EngineConfig = { concurrency: number; threads: number };

/** Which engine answers, and how. */
export type AiConfig =
  | ({ engine: 'offline' } & EngineConfig)
  | (EngineConfig & {
      engine: 'openai';
      primary: ProviderConfig;
      fallback?: ProviderConfig;
      structuredOutputs: 'json_schema' | 'json_object' | 'text';
      maxOutputTokens: number;
      /** Longest content that is sent to the model, in characters. */
      maxContentChars: number;
      /** 0: no limit. */
      maxTokensPerHour: number;
      /** Where all workers count their spending together; unset: each counts for itself. */
      redisUrl?: string;
    });

/** The model used when none is named. It is a reasoning model, and only with little effort does it answer within the deadline. */
const defaultModel = 'gpt-5-mini';
const defaultEffort = 'low';

/** One or two, but one processor is left to the event loop. */
function defaultThreads(): number {
  return Math.max(1, Math.min(2, availableParallelism() - 1));
}

/** The settings of the AI engine alone: read where the worker runs in one process with the other services. */
export function readAiConfig(env: Env): AiConfig {
  return aiConfig(readEnv(AiSettings, env));
}

const Settings = z.object({ ...serviceEnv, ...aiEnv, PORT: port.default(8084) }).superRefine((env, ctx) => {
  checkAi(env, ctx);
  if (env.AI_MAX_TOKENS_PER_HOUR && engineOf(env) === 'openai' && !env.REDIS_URL)
    issue(ctx, 'REDIS_URL', 'is required with AI_MAX_TOKENS_PER_HOUR: all workers count there together');
});

/** The settings of this service. @throws StartupError naming every bad variable */
export function readConfig(env: Env) {
  const read = readEnv(Settings, env);
  const gate = startGate(env, read, read.REDIS_URL === undefined || hasPassword(read.REDIS_URL) ? undefined : 'redis-open');
  return { ...serviceConfig(read), gate, ai: aiConfig(read) };
}

function checkAi(env: AiSettings, ctx: z.RefinementCtx): void {
  if (engineOf(env) === undefined)
    issue(ctx, 'AI_PROVIDER', 'is required in production without OPENAI_API_KEY: set it to openai or offline');
  if (env.NODE_ENV === 'production' && engineOf(env) === 'openai' && env.AI_MAX_TOKENS_PER_HOUR === undefined)
    issue(ctx, 'AI_MAX_TOKENS_PER_HOUR', 'is required in production with AI_PROVIDER=openai, for keys are free: a limit, or 0 for none');
  if (engineOf(env) === 'openai' && !env.OPENAI_API_KEY && !env.OPENAI_BASE_URL)
    issue(ctx, 'OPENAI_API_KEY', 'is required with AI_PROVIDER=openai, unless OPENAI_BASE_URL names a server that needs no key');
  if (env.AI_FALLBACK_BASE_URL && !env.AI_FALLBACK_MODEL) issue(ctx, 'AI_FALLBACK_MODEL', 'is required with AI_FALLBACK_BASE_URL');
  if (!env.AI_FALLBACK_BASE_URL && (env.AI_FALLBACK_MODEL || env.AI_FALLBACK_API_KEY))
    issue(ctx, 'AI_FALLBACK_BASE_URL', 'is required with AI_FALLBACK_MODEL or AI_FALLBACK_API_KEY');
}

function issue(ctx: z.RefinementCtx, name: string, message: string): void {
  ctx.addIssue({ code: 'custom', path: [name], message });
}

function engineOf(env: AiSettings): 'openai' | 'offline' | undefined {
  if (env.AI_PROVIDER) return env.AI_PROVIDER;
  if (env.OPENAI_API_KEY) return 'openai';
  return env.NODE_ENV === 'production' ? undefined : 'offline';
}

function aiConfig(env: AiSettings): AiConfig {
  const threads = env.AI_THREADS ?? defaultThreads();
  const concurrency = env.AI_CONCURRENCY ?? 4;
  if (engineOf(env) !== 'openai') return { engine: 'offline', concurrency, threads };
  return {
    engine: 'openai',
    concurrency,
    threads,
    primary: primaryOf(env),
    ...(env.AI_FALLBACK_BASE_URL ? { fallback: fallbackOf(env) } : {}),
    structuredOutputs: env.AI_STRUCTURED_OUTPUTS,
    maxOutputTokens: env.AI_MAX_OUTPUT_TOKENS,
    maxContentChars: env.AI_MAX_CONTENT_CHARS,
    maxTokensPerHour: env.AI_MAX_TOKENS_PER_HOUR ?? 0,
    ...(env.REDIS_URL ? { redisUrl: env.REDIS_URL } : {}),
  };
}

function primaryOf(env: AiSettings): ProviderConfig {
  const oursToChoose = !env.AI_MODEL && !env.OPENAI_BASE_URL;
  const reasoningEffort = env.AI_REASONING_EFFORT ?? (oursToChoose ? defaultEffort : undefined);
  return {
    ...(env.OPENAI_BASE_URL ? { baseUrl: env.OPENAI_BASE_URL } : {}),
    ...(env.OPENAI_API_KEY ? { apiKey: env.OPENAI_API_KEY } : {}),
    model: env.AI_MODEL ?? defaultModel,
    ...(reasoningEffort ? { reasoningEffort } : {}),
  };
}

function fallbackOf(env: AiSettings): ProviderConfig {
  return {
    baseUrl: env.AI_FALLBACK_BASE_URL!,
    model: env.AI_FALLBACK_MODEL!,
    ...(env.AI_FALLBACK_API_KEY ? { apiKey: env.AI_FALLBACK_API_KEY } : {}),
  };
}
